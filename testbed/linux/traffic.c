/*
 * traffic SPEC OUT: flows between namespaces, and what the kernel says of them.
 *
 * SPEC, a line each. Each flow ends with WHERE: the namespaces of its sender and receiver, and the receiver's address.
 *   seconds S                                 length of the run
 *   phase MS                                  waits so long before it starts: another phase against the kernel's ticks
 *   seed N                                    of the random numbers of datagrams, transfers and pages
 *   flow CC ECN MARK START BYTES ON OFF WHERE ECN as in tcp_ecn; BYTES 0: no end; ON, OFF in s, 0: always
 *   udp START INTERVAL BYTES ECHO WHERE       a datagram each INTERVAL s; ECHO 1: the receiver sends it back
 *   web CC ECN START SESSION PAGE OBJECT PAGES OBJECTS MEAN SIZES SHAPE WHERE
 *                                             pages of objects, each on its own connection: mean gaps in s, pages of a
 *                                             session, objects of a page; SIZES 0 fixed, 1 exponential, 2 Pareto II
 *   short CC ECN START RATE MEAN SIZES SHAPE WHERE
 *                                             transfers, RATE a second in the mean, each on its own connection
 *   mark S FLOW MARK                          gives the socket of a flow another mark
 *   at S COMMAND                              runs COMMAND in a shell
 *
 * OUT/log, a line each: "r t flow ms" for each answer to a datagram, transfer or page; every 20 ms and flow "s t flow cwnd ssthresh srtt_us state received" (received in order, by the
 * receiver), where a silent application goes on "o t flow cwnd_before cwnd ssthresh", and at the end
 * "f flow connected_at seconds_to_last_byte ecn_used limited_us", -1 where it did not end. OUT/packets: see sojourn.c.
 *
 * The guest's clock stands still while a program computes, so nothing here disturbs what it measures.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <math.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/reboot.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define FLOWS 64
#define PORT 5001
#define CHUNK (1 << 20)
#define TICK 0.02
#define BUFFER (4 << 20) /* until a window of 4 MB has opened, about 1450 segments, Linux acknowledges each segment */
#define UNSENT (256 << 10)
#define UNSENT_ON_OFF (16 << 10) /* little is left to send when the application falls silent */

#define STEPS 512
#define TRANSFERS 4096
/* Headers of a segment (66 B with Ethernet's) that a datagram (42 B) does not have. The cases give both the same size. */
#define FILLER 24
/* Bits of the id of a socket of a transfer. */
#define ACCEPTED (1u << 30)
#define SENDING (1u << 31)

enum kind { TCP, UDP, WEB, SHORT };

struct flow {
	enum kind kind;
	char cc[16], from[16], to[16], address[24];
	int ecn, mark, listener, tx, rx, done, silent, echo;
	double start, on, off, connected_at, done_at, turns_at;
	long long bytes, sent, got;
	/* Of datagrams, transfers and pages. */
	double gap, session_gap, page_gap, due, page_start, shape;
	int pages, objects, sizes, pages_left, to_request, to_arrive;
};

struct transfer { int socket, flow; double start; long long left; };

static struct flow flows[FLOWS];
static struct transfer transfers[TRANSFERS];
static struct { double at; int flow, mark; char command[256]; } steps[STEPS];
static int n_flows, n_steps, epoll, zeros;
static double seconds, phase_ms, start;
static unsigned long long seed = 1;
static FILE *out;

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static void must(int holds, const char *what)
{
	if (holds) return;
	fprintf(stderr, "traffic: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void write_to(const char *path, const char *text)
{
	int f = open(path, O_WRONLY);
	must(f >= 0 && write(f, text, strlen(text)) > 0, path);
	close(f);
}

static void enter(const char *namespace)
{
	static char now_in[16];
	char path[64];
	if (!strcmp(now_in, namespace)) return;
	snprintf(path, sizeof path, "/run/netns/%s", namespace);
	int f = open(path, O_RDONLY);
	must(f >= 0 && setns(f, CLONE_NEWNET) == 0, path);
	close(f);
	snprintf(now_in, sizeof now_in, "%s", namespace);
}

/* From 0 up to 1 (splitmix64). */
static double uniform(void)
{
	unsigned long long x = seed += 0x9e3779b97f4a7c15ull;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
	return ((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static double exponential(double mean)
{
	return -mean * log(1 - uniform());
}

static long long size_of(const struct flow *w)
{
	if (w->sizes == 0) return w->bytes;
	double size = w->sizes == 1 ? exponential(w->bytes) : w->bytes * (w->shape - 1) * (pow(1 - uniform(), -1 / w->shape) - 1);
	return fmax(1, round(fmin(size, 1e4 * w->bytes)));
}

static void watch(int socket, unsigned events, unsigned id)
{
	struct epoll_event e = { .events = events, .data.u32 = id };
	must(epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &e) == 0, "epoll_ctl");
}

static void set(int socket, int level, int option, int value)
{
	must(setsockopt(socket, level, option, &value, sizeof value) == 0, "setsockopt");
}

static void use(int socket, const char *cc)
{
	must(setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, cc, strlen(cc)) == 0, cc);
}

static struct tcp_info info(int socket)
{
	struct tcp_info i = { 0 };
	socklen_t n = sizeof i;
	if (socket) getsockopt(socket, IPPROTO_TCP, TCP_INFO, &i, &n);
	return i;
}

static int ssthresh(const struct tcp_info *i)
{
	return i->tcpi_snd_ssthresh > 1000000 ? -1 : (int)i->tcpi_snd_ssthresh;
}

static void read_spec(const char *path)
{
	char line[512];
	FILE *f = fopen(path, "r");
	must(f != NULL, path);
	while (fgets(line, sizeof line, f)) {
		struct flow *w = &flows[n_flows];
		int at = 0;
		line[strcspn(line, "\n")] = 0;
		must(n_flows < FLOWS && n_steps < STEPS, "too many lines");
		if (sscanf(line, "seconds %lf", &seconds) == 1 || sscanf(line, "phase %lf", &phase_ms) == 1 || sscanf(line, "seed %llu", &seed) == 1) continue;
		if (sscanf(line, "flow %15s %d %d %lf %lld %lf %lf %15s %15s %23s", w->cc, &w->ecn, &w->mark, &w->start, &w->bytes, &w->on, &w->off, w->from, w->to, w->address) == 10) {
			n_flows++;
		} else if (sscanf(line, "udp %lf %lf %lld %d %15s %15s %23s", &w->start, &w->gap, &w->bytes, &w->echo, w->from, w->to, w->address) == 7) {
			flows[n_flows++].kind = UDP;
		} else if (sscanf(line, "web %15s %d %lf %lf %lf %lf %d %d %lld %d %lf %15s %15s %23s", w->cc, &w->ecn, &w->start, &w->session_gap, &w->page_gap, &w->gap, &w->pages, &w->objects, &w->bytes, &w->sizes, &w->shape, w->from, w->to, w->address) == 14) {
			flows[n_flows++].kind = WEB;
		} else if (sscanf(line, "short %15s %d %lf %lf %lld %d %lf %15s %15s %23s", w->cc, &w->ecn, &w->start, &w->gap, &w->bytes, &w->sizes, &w->shape, w->from, w->to, w->address) == 10) {
			w->gap = 1 / w->gap;
			flows[n_flows++].kind = SHORT;
		} else if (sscanf(line, "mark %lf %d %d", &steps[n_steps].at, &steps[n_steps].flow, &steps[n_steps].mark) == 3) {
			n_steps++;
		} else if (sscanf(line, "at %lf %n", &steps[n_steps].at, &at) == 1 && at > 0) {
			snprintf(steps[n_steps++].command, sizeof steps[0].command, "%s", line + at);
		} else {
			errno = EINVAL;
			must(0, line);
		}
	}
	fclose(f);
}

static void listen_for(int i)
{
	struct flow *w = &flows[i];
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(PORT + i) };
	enter(w->to);
	if (w->kind == UDP) {
		w->rx = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
		must(bind(w->rx, (void *)&at, sizeof at) == 0, "bind");
		watch(w->rx, EPOLLIN, 2 * FLOWS + i);
		return;
	}
	w->listener = socket(AF_INET, SOCK_STREAM, 0);
	set(w->listener, SOL_SOCKET, SO_RCVBUFFORCE, BUFFER);
	set(w->listener, SOL_SOCKET, SO_RCVLOWAT, w->bytes ? 1 : 65536);
	if (!strcmp(w->cc, "dctcp")) use(w->listener, w->cc); /* the receiver's half: its own echo of CE */
	must(bind(w->listener, (void *)&at, sizeof at) == 0 && listen(w->listener, 1024) == 0, "listen");
	watch(w->listener, EPOLLIN, i);
}

static struct sockaddr_in receiver(const struct flow *w, int port)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
	must(inet_pton(AF_INET, w->address, &to.sin_addr) == 1, w->address);
	return to;
}

/* Starts to connect a socket of a flow. */
static int connecting(int i)
{
	struct flow *w = &flows[i];
	struct sockaddr_in to = receiver(w, PORT + i);
	char ecn[8];
	enter(w->from);
	snprintf(ecn, sizeof ecn, "%d", w->ecn);
	write_to("/proc/sys/net/ipv4/tcp_ecn", ecn);
	int tx = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	set(tx, SOL_SOCKET, SO_SNDBUFFORCE, BUFFER);
	if (w->kind == TCP && !w->bytes) set(tx, IPPROTO_TCP, TCP_NOTSENT_LOWAT, w->on > 0 ? UNSENT_ON_OFF : UNSENT);
	if (w->mark) set(tx, SOL_SOCKET, SO_MARK, w->mark);
	use(tx, w->cc);
	must(connect(tx, (void *)&to, sizeof to) == 0 || errno == EINPROGRESS, "connect");
	return tx;
}

static void connect_flow(int i)
{
	struct flow *w = &flows[i];
	w->connected_at = now();
	w->turns_at = 1e9;
	switch (w->kind) {
	case TCP:
		w->tx = connecting(i);
		if (w->on > 0) w->turns_at = w->connected_at + w->on;
		watch(w->tx, EPOLLOUT | EPOLLET, FLOWS + i);
		return;
	case UDP: {
		struct sockaddr_in to = receiver(w, PORT + i);
		enter(w->from);
		w->tx = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK, 0);
		must(connect(w->tx, (void *)&to, sizeof to) == 0, "connect");
		if (w->echo) watch(w->tx, EPOLLIN, FLOWS + i);
		w->due = w->connected_at + uniform() * w->gap;
		return;
	}
	case WEB:
		w->tx = -1;
		w->pages_left = w->pages;
		w->due = w->connected_at + exponential(w->page_gap);
		return;
	case SHORT:
		w->tx = -1;
		w->due = w->connected_at + exponential(w->gap);
	}
}

static void note(int flow, double since)
{
	fprintf(out, "r %.6f %d %.3f\n", now() - start, flow, (now() - since) * 1000);
}

static void send_more(struct transfer *t)
{
	while (t->left > 0) {
		off_t from = 0;
		ssize_t n = sendfile(t->socket, zeros, &from, t->left < CHUNK ? t->left : CHUNK);
		if (n <= 0) return;
		t->left -= n;
		if (t->left == 0) shutdown(t->socket, SHUT_WR);
	}
}

static void begin_transfer(int flow)
{
	int i = 0;
	while (i < TRANSFERS && transfers[i].socket) i++;
	must(i < TRANSFERS, "too many transfers at once");
	transfers[i] = (struct transfer){ connecting(flow), flow, now(), size_of(&flows[flow]) };
	watch(transfers[i].socket, EPOLLOUT | EPOLLIN | EPOLLRDHUP | EPOLLET, SENDING | i);
}

static void end_page(int flow)
{
	struct flow *w = &flows[flow];
	note(flow, w->page_start);
	int last = --w->pages_left == 0;
	if (last) w->pages_left = w->pages;
	w->due = now() + exponential(last ? w->session_gap : w->page_gap);
}

/* The receiver closes when it has read all, so its FIN comes with the ACK of the last segment. */
static void on_transfer(struct transfer *t, unsigned events)
{
	if (!t->socket) return;
	send_more(t);
	if (!(events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))) return;
	struct flow *w = &flows[t->flow];
	close(t->socket);
	t->socket = 0;
	if (w->kind == SHORT) note(t->flow, t->start);
	else if (--w->to_arrive == 0 && w->to_request == 0) end_page(t->flow);
}

/* What is due of datagrams, transfers and pages. */
static void on_due(int flow)
{
	static char zero[65536];
	struct flow *w = &flows[flow];
	switch (w->kind) {
	case TCP:
		return;
	case UDP: {
		double t = now();
		memcpy(zero, &t, sizeof t);
		send(w->tx, zero, w->bytes + FILLER, 0);
		w->due += w->gap;
		return;
	}
	case SHORT:
		begin_transfer(flow);
		w->due += exponential(w->gap);
		return;
	case WEB:
		if (w->to_request == 0) {
			w->page_start = now();
			w->to_request = w->to_arrive = w->objects;
		}
		begin_transfer(flow);
		w->due = --w->to_request > 0 ? now() + exponential(w->gap) : 1e9;
	}
}

static void on_datagram(int flow)
{
	static char data[65536];
	struct flow *w = &flows[flow];
	struct sockaddr_in back;
	socklen_t length = sizeof back;
	ssize_t n;
	while ((n = recvfrom(w->rx, data, sizeof data, 0, (void *)&back, &length)) > 0) {
		w->got += n - FILLER;
		if (w->echo) sendto(w->rx, data, n, 0, (void *)&back, length);
	}
}

static void on_answer(int flow)
{
	double sent[8192];
	while (recv(flows[flow].tx, sent, sizeof sent, 0) > 0) note(flow, sent[0]);
}

/* Reads what has arrived on a connection of a transfer. */
static void read_transfer(int flow, int socket)
{
	ssize_t n;
	while ((n = recv(socket, NULL, 8 << 20, MSG_TRUNC | MSG_DONTWAIT)) > 0) flows[flow].got += n;
	if (n == 0) close(socket);
}

static void fill(struct flow *w)
{
	while (!w->silent && !w->done && (!w->bytes || w->sent < w->bytes)) {
		off_t from = 0;
		long long most = w->bytes ? w->bytes - w->sent : CHUNK;
		ssize_t n = sendfile(w->tx, zeros, &from, most < CHUNK ? most : CHUNK);
		if (n <= 0) return;
		w->sent += n;
		if (w->bytes && w->sent == w->bytes) shutdown(w->tx, SHUT_WR);
	}
}

static void turn(int i)
{
	struct flow *w = &flows[i];
	w->silent = !w->silent;
	w->turns_at += w->silent ? w->off : w->on;
	if (w->silent) return;
	struct tcp_info before = info(w->tx);
	fill(w);
	struct tcp_info after = info(w->tx);
	fprintf(out, "o %.3f %d %u %u %d\n", now() - start, i, before.tcpi_snd_cwnd, after.tcpi_snd_cwnd, ssthresh(&after));
}

static void drain(struct flow *w)
{
	ssize_t n;
	while (!w->done && (n = recv(w->rx, NULL, 8 << 20, MSG_TRUNC | MSG_DONTWAIT)) > 0) w->got += n;
	if (w->done || !w->bytes || w->got < w->bytes) return;
	w->done = 1;
	w->done_at = now();
	close(w->rx);
	close(w->tx);
}

static void sample(double at)
{
	for (int i = 0; i < n_flows; i++) {
		if (!flows[i].tx || flows[i].done) continue;
		if (flows[i].kind != TCP) {
			fprintf(out, "s %.2f %d 0 -1 0 0 %lld\n", at, i, flows[i].got);
			continue;
		}
		struct tcp_info t = info(flows[i].tx), r = info(flows[i].rx);
		fprintf(out, "s %.2f %d %u %d %u %u %llu\n", at, i, t.tcpi_snd_cwnd, ssthresh(&t), t.tcpi_rtt, t.tcpi_ca_state, (unsigned long long)r.tcpi_bytes_received);
	}
}

static double earlier(double a, double b)
{
	return a < b ? a : b;
}

static void run(void)
{
	int step = 0;
	long tick = 0;
	for (;;) {
		double t = now() - start;
		if (t >= tick * TICK) sample(tick++ * TICK);
		if (t >= seconds) return;
		while (step < n_steps && t >= steps[step].at) {
			if (steps[step].command[0]) must(system(steps[step].command) == 0, "a command of the spec");
			else {
				flows[steps[step].flow].mark = steps[step].mark;
				set(flows[steps[step].flow].tx, SOL_SOCKET, SO_MARK, steps[step].mark);
			}
			step++;
		}
		double wake = earlier(tick * TICK, seconds);
		if (step < n_steps) wake = earlier(wake, steps[step].at);
		for (int i = 0; i < n_flows; i++) {
			struct flow *w = &flows[i];
			if (!w->tx && t >= w->start) connect_flow(i);
			if (!w->tx) wake = earlier(wake, w->start);
			else if (now() >= w->turns_at) turn(i);
			if (w->tx) wake = earlier(wake, w->turns_at - start);
			if (w->tx && w->kind != TCP) {
				while (now() >= w->due) on_due(i);
				wake = earlier(wake, w->due - start);
			}
		}
		double left = start + wake - now();
		struct timespec wait = { 0 };
		if (left > 0) wait = (struct timespec){ left, (left - (long)left) * 1e9 };
		struct epoll_event e[32];
		int n = epoll_pwait2(epoll, e, 32, &wait, NULL);
		for (int j = 0; j < n; j++) {
			unsigned id = e[j].data.u32;
			if (id & SENDING) {
				on_transfer(&transfers[id & ~SENDING], e[j].events);
			} else if (id & ACCEPTED) {
				read_transfer(id >> 16 & (FLOWS - 1), id & 0xffff);
			} else if (id < FLOWS && flows[id].kind != TCP) {
				int rx = accept4(flows[id].listener, NULL, NULL, SOCK_NONBLOCK);
				must(rx > 0, "accept");
				watch(rx, EPOLLIN, ACCEPTED | id << 16 | rx);
			} else if (id < FLOWS) {
				flows[id].rx = accept4(flows[id].listener, NULL, NULL, SOCK_NONBLOCK);
				must(flows[id].rx > 0, "accept");
				watch(flows[id].rx, EPOLLIN, 2 * FLOWS + id);
			} else if (id < 2 * FLOWS) {
				if (flows[id - FLOWS].kind == UDP) on_answer(id - FLOWS);
				else fill(&flows[id - FLOWS]);
			} else if (flows[id - 2 * FLOWS].kind == UDP) {
				on_datagram(id - 2 * FLOWS);
			} else {
				drain(&flows[id - 2 * FLOWS]);
			}
		}
	}
}

static void copy(const char *from, const char *to)
{
	char block[1 << 16];
	int f = open(from, O_RDONLY), t = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	ssize_t n;
	must(f >= 0 && t >= 0, to);
	while ((n = read(f, block, sizeof block)) > 0) must(write(t, block, n) == n, to);
	close(t);
}

int main(int argc, char **argv)
{
	char path[512];
	must(argc == 3, "SPEC OUT");
	read_spec(argv[1]);
	snprintf(path, sizeof path, "%s/log", argv[2]);
	out = fopen(path, "w");
	must(out != NULL, path);
	must((epoll = epoll_create1(0)) >= 0, "epoll");
	must((zeros = memfd_create("zeros", 0)) >= 0 && ftruncate(zeros, CHUNK) == 0, "memfd");
	for (int i = 0; i < n_flows; i++) listen_for(i);

	/* A datagram first: addresses are resolved before the first SYN. */
	for (int i = 0; i < n_flows; i++) {
		struct sockaddr_in to = receiver(&flows[i], 9);
		enter(flows[i].from);
		int u = socket(AF_INET, SOCK_DGRAM, 0);
		must(sendto(u, "", 1, 0, (void *)&to, sizeof to) == 1, "sendto");
		close(u);
	}
	usleep(1000000 + phase_ms * 1000);

	start = now();
	write_to("/proc/sojourn", "0");
	run();
	for (int i = 0; i < n_flows; i++) {
		struct flow *w = &flows[i];
		struct tcp_info t = info(w->done || w->kind != TCP ? 0 : w->tx);
		fprintf(out, "f %d %.6f %.6f %d %llu\n", i, w->connected_at - start, w->done ? w->done_at - w->connected_at : -1.0,
			w->kind == TCP ? !!(t.tcpi_options & TCPI_OPT_ECN) : w->ecn > 0, (unsigned long long)(t.tcpi_rwnd_limited + t.tcpi_sndbuf_limited));
	}
	must(fclose(out) == 0, "log");
	snprintf(path, sizeof path, "%s/packets", argv[2]);
	copy("/proc/sojourn", path);
	sync();
	return reboot(RB_POWER_OFF); /* the guest's first process: whoever returns earlier makes the kernel panic */
}
