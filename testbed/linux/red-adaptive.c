/*
 * For LD_PRELOAD under tc, two things that the kernel's RED can do and tc cannot ask for.
 *
 * With RED_WEIGHT=1 in the environment RED looks at the queue as it is: the weight of the average becomes 1, and idle times
 * need no correction. tc computes weights of a half and less.
 *
 * Otherwise it makes `tc qdisc add ... red ... adaptive` adapt. tc hands RED's flags over as the attribute TCA_RED_FLAGS (4). The kernel arms Adaptive RED's timer by the flags inside
 * TCA_RED_PARMS (1), struct tc_red_qopt (net/sched/sch_red.c, __red_change), so "adaptive" is shown and never adapts. This
 * puts the flags where the kernel looks, and makes the attribute one that is skipped.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static void move_flags(struct nlmsghdr *message)
{
	int left = TCA_PAYLOAD(message);
	struct rtattr *options = NULL;
	const char *kind = "";

	for (struct rtattr *a = TCA_RTA(NLMSG_DATA(message)); RTA_OK(a, left); a = RTA_NEXT(a, left)) {
		if (a->rta_type == TCA_KIND) kind = RTA_DATA(a);
		if ((a->rta_type & NLA_TYPE_MASK) == TCA_OPTIONS) options = a;
	}
	if (strcmp(kind, "red") || !options) return;
	struct tc_red_qopt *parms = NULL;
	struct rtattr *flags = NULL;
	left = RTA_PAYLOAD(options);
	for (struct rtattr *a = RTA_DATA(options); RTA_OK(a, left); a = RTA_NEXT(a, left)) {
		if (a->rta_type == TCA_RED_PARMS) parms = RTA_DATA(a);
		if (a->rta_type == TCA_RED_FLAGS) flags = a;
		if (a->rta_type == TCA_RED_STAB && getenv("RED_WEIGHT")) memset(RTA_DATA(a), 0, RTA_PAYLOAD(a));
	}
	if (!parms || !flags) return;
	if (getenv("RED_WEIGHT")) {
		parms->Wlog = 0;
		return;
	}
	parms->flags = ((struct nla_bitfield32 *)RTA_DATA(flags))->value;
	flags->rta_type = TCA_RED_UNSPEC;
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags)
{
	ssize_t (*real)(int, const struct msghdr *, int) = dlsym(RTLD_NEXT, "sendmsg");
	for (size_t i = 0; i < message->msg_iovlen; i++) {
		struct nlmsghdr *m = message->msg_iov[i].iov_base;
		if (message->msg_iov[i].iov_len >= NLMSG_LENGTH(sizeof(struct tcmsg)) && m->nlmsg_type == RTM_NEWQDISC) move_flags(m);
	}
	return real(socket, message, flags);
}
