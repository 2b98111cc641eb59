/*
 * dualpi2 add [KEY VALUE]...   DualPI2 as HTB's leaf 10: on the device "bottleneck", which older tc cannot set
 * dualpi2 filter PORT          packets to this TCP port go to the L queue, whatever their ECN field
 *
 * Keys and numbers as in the kernel's include/uapi/linux/pkt_sched.h; what is not given stays as the kernel has it.
 */
#include <arpa/inet.h>
#include <linux/if_ether.h>
#include <linux/pkt_cls.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define LEAF TC_H_MAKE(0x10 << 16, 0)

/* TCA_DUALPI2_*: number and bytes. */
static const struct { const char *name; int id, bytes; } KEYS[] = {
	{ "limit", 1, 4 }, { "target_us", 3, 4 }, { "tupdate_us", 4, 4 }, { "step_us", 8, 4 }, { "coupling", 10, 1 },
	{ "drop_overload", 11, 1 }, { "c_protection", 13, 1 }, { "ecn_mask", 14, 1 },
};

static struct { struct nlmsghdr h; struct tcmsg t; char room[2048]; } m;

static struct rtattr *put(int type, const void *value, int bytes)
{
	struct rtattr *a = (void *)((char *)&m + NLMSG_ALIGN(m.h.nlmsg_len));
	a->rta_type = type;
	a->rta_len = RTA_LENGTH(bytes);
	if (bytes) memcpy(RTA_DATA(a), value, bytes);
	m.h.nlmsg_len = NLMSG_ALIGN(m.h.nlmsg_len) + RTA_ALIGN(a->rta_len);
	return a;
}

static void end(struct rtattr *nest)
{
	nest->rta_len = (char *)&m + m.h.nlmsg_len - (char *)nest;
}

static int wrong(const char *what)
{
	fprintf(stderr, "dualpi2: %s\n", what);
	return 1;
}

static int tell(void)
{
	struct { struct nlmsghdr h; struct nlmsgerr e; char rest[1024]; } answer;
	int s = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	if (s < 0 || send(s, &m, m.h.nlmsg_len, 0) < 0 || recv(s, &answer, sizeof answer, 0) < 0) return wrong("netlink");
	return answer.e.error ? wrong(strerror(-answer.e.error)) : 0;
}

int main(int n, char **word)
{
	m.h.nlmsg_len = NLMSG_LENGTH(sizeof m.t);
	m.h.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL;
	m.t.tcm_ifindex = if_nametoindex("bottleneck");
	if (n >= 2 && !strcmp(word[1], "add") && n % 2 == 0) {
		m.h.nlmsg_type = RTM_NEWQDISC;
		m.t.tcm_parent = TC_H_MAKE(1 << 16, 0x10);
		m.t.tcm_handle = LEAF;
		put(TCA_KIND, "dualpi2", 8);
		struct rtattr *options = put(TCA_OPTIONS | NLA_F_NESTED, NULL, 0);
		for (int k = 2; k < n; k += 2) {
			unsigned i = 0, value = strtoul(word[k + 1], NULL, 0);
			while (i < sizeof KEYS / sizeof *KEYS && strcmp(KEYS[i].name, word[k])) i++;
			if (i == sizeof KEYS / sizeof *KEYS) return wrong(word[k]);
			put(KEYS[i].id, &value, KEYS[i].bytes); /* little-endian: its low byte comes first */
		}
		end(options);
		return tell();
	}
	if (n == 3 && !strcmp(word[1], "filter")) {
		struct { struct tc_u32_sel sel; struct tc_u32_key key; } match = {
			.sel = { .nkeys = 1, .flags = TC_U32_TERMINAL },
			.key = { .mask = htonl(0xffff), .val = htonl(atoi(word[2])), .off = 20 }, /* behind an IP header without options */
		};
		unsigned l_queue = LEAF | 1;
		m.h.nlmsg_type = RTM_NEWTFILTER;
		m.t.tcm_parent = LEAF;
		m.t.tcm_info = 1 << 16 | htons(ETH_P_IP);
		put(TCA_KIND, "u32", 4);
		struct rtattr *options = put(TCA_OPTIONS | NLA_F_NESTED, NULL, 0);
		put(TCA_U32_CLASSID, &l_queue, 4);
		put(TCA_U32_SEL, &match, sizeof match);
		end(options);
		return tell();
	}
	return wrong("add [KEY VALUE]... or filter PORT");
}
