/*
 * traffic SPEC OUT: TCP flows from namespace s to namespace d, and what the kernel says of them.
 *
 * SPEC, a line each:
 *   seconds S                                 length of the run
 *   phase MS                                  waits so long before it starts: another phase against the kernel's ticks
 *   flow CC ECN MARK START BYTES ON OFF       ECN as in tcp_ecn; BYTES 0: no end; ON, OFF in s, 0: always
 *   at S COMMAND                              runs COMMAND in a shell
 *
 * OUT/log, a line each: every 20 ms and flow "s t flow cwnd ssthresh srtt_us state received" (received in order, by the
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

struct flow {
	char cc[16];
	int ecn, mark, listener, tx, rx, done, silent;
	double start, on, off, connected_at, done_at, turns_at;
	long long bytes, sent, got;
};

static struct flow flows[FLOWS];
static struct { double at; char command[256]; } steps[16];
static int n_flows, n_steps, epoll, zeros;
static double seconds, phase_ms, start;
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

static void enter(const char *path)
{
	int f = open(path, O_RDONLY);
	must(f >= 0 && setns(f, CLONE_NEWNET) == 0, path);
	close(f);
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
		if (sscanf(line, "seconds %lf", &seconds) == 1 || sscanf(line, "phase %lf", &phase_ms) == 1) continue;
		if (n_flows < FLOWS && sscanf(line, "flow %15s %d %d %lf %lld %lf %lf", w->cc, &w->ecn, &w->mark, &w->start, &w->bytes, &w->on, &w->off) == 7) {
			n_flows++;
		} else if (n_steps < 16 && sscanf(line, "at %lf %n", &steps[n_steps].at, &at) == 1 && at > 0) {
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
	w->listener = socket(AF_INET, SOCK_STREAM, 0);
	set(w->listener, SOL_SOCKET, SO_RCVBUFFORCE, BUFFER);
	set(w->listener, SOL_SOCKET, SO_RCVLOWAT, w->bytes ? 1 : 65536);
	if (!strcmp(w->cc, "dctcp")) use(w->listener, w->cc); /* the receiver's half: its own echo of CE */
	must(bind(w->listener, (void *)&at, sizeof at) == 0 && listen(w->listener, 8) == 0, "listen");
	watch(w->listener, EPOLLIN, i);
}

static struct sockaddr_in receiver(int port)
{
	struct sockaddr_in to = { .sin_family = AF_INET, .sin_port = htons(port) };
	inet_pton(AF_INET, "10.0.3.2", &to.sin_addr);
	return to;
}

static void connect_flow(int i)
{
	struct flow *w = &flows[i];
	struct sockaddr_in to = receiver(PORT + i);
	char ecn[8];
	snprintf(ecn, sizeof ecn, "%d", w->ecn);
	write_to("/proc/sys/net/ipv4/tcp_ecn", ecn);
	w->tx = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	set(w->tx, SOL_SOCKET, SO_SNDBUFFORCE, BUFFER);
	if (!w->bytes) set(w->tx, IPPROTO_TCP, TCP_NOTSENT_LOWAT, w->on > 0 ? UNSENT_ON_OFF : UNSENT);
	if (w->mark) set(w->tx, SOL_SOCKET, SO_MARK, w->mark);
	use(w->tx, w->cc);
	w->connected_at = now();
	must(connect(w->tx, (void *)&to, sizeof to) == 0 || errno == EINPROGRESS, "connect");
	w->turns_at = w->on > 0 ? w->connected_at + w->on : 1e9;
	watch(w->tx, EPOLLOUT | EPOLLET, FLOWS + i);
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
		if (step < n_steps && t >= steps[step].at) must(system(steps[step++].command) == 0, "a command of the spec");
		double wake = earlier(tick * TICK, seconds);
		if (step < n_steps) wake = earlier(wake, steps[step].at);
		for (int i = 0; i < n_flows; i++) {
			struct flow *w = &flows[i];
			if (!w->tx && t >= w->start) connect_flow(i);
			if (!w->tx) wake = earlier(wake, w->start);
			else if (now() >= w->turns_at) turn(i);
			if (w->tx) wake = earlier(wake, w->turns_at - start);
		}
		double left = start + wake - now();
		struct timespec wait = { 0 };
		if (left > 0) wait = (struct timespec){ left, (left - (long)left) * 1e9 };
		struct epoll_event e[32];
		int n = epoll_pwait2(epoll, e, 32, &wait, NULL);
		for (int j = 0; j < n; j++) {
			unsigned id = e[j].data.u32;
			if (id < FLOWS) {
				flows[id].rx = accept4(flows[id].listener, NULL, NULL, SOCK_NONBLOCK);
				must(flows[id].rx > 0, "accept");
				watch(flows[id].rx, EPOLLIN, 2 * FLOWS + id);
			} else if (id < 2 * FLOWS) {
				fill(&flows[id - FLOWS]);
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
	enter("/run/netns/d");
	for (int i = 0; i < n_flows; i++) listen_for(i);
	enter("/run/netns/s");

	/* A datagram first: addresses are resolved before the first SYN. */
	struct sockaddr_in to = receiver(9);
	int u = socket(AF_INET, SOCK_DGRAM, 0);
	must(sendto(u, "", 1, 0, (void *)&to, sizeof to) == 1, "sendto");
	usleep(1000000 + phase_ms * 1000);

	start = now();
	write_to("/proc/sojourn", "0");
	run();
	for (int i = 0; i < n_flows; i++) {
		struct flow *w = &flows[i];
		struct tcp_info t = info(w->done ? 0 : w->tx);
		fprintf(out, "f %d %.6f %.6f %d %llu\n", i, w->connected_at - start, w->done ? w->done_at - w->connected_at : -1.0,
			!!(t.tcpi_options & TCPI_OPT_ECN), (unsigned long long)(t.tcpi_rwnd_limited + t.tcpi_sndbuf_limited));
	}
	must(fclose(out) == 0, "log");
	snprintf(path, sizeof path, "%s/packets", argv[2]);
	copy("/proc/sojourn", path);
	sync();
	return reboot(RB_POWER_OFF); /* the guest's first process: whoever returns earlier makes the kernel panic */
}
