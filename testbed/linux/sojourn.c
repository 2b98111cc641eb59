// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * The exact time of each packet in the queue of the device "bottleneck", for any queue discipline.
 *
 * A packet gets a stamp in the last 4 bytes of the room that queue disciplines have in skb->cb: none of those built in
 * here uses more than 16 of its 20 bytes. It is read when the packet leaves the root, or is freed as a drop.
 *
 *   echo > /proc/sojourn   forgets what was seen; times count from then
 *   cat  /proc/sojourn     16 bytes a packet, in order of leaving: u64 ns since then, u32 in the queue in units of 64 ns,
 *                          u16 bytes with Ethernet's header, u8 kind, u8 the discipline's own note
 */
#include <linux/ip.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/proc_fs.h>
#include <linux/tracepoint.h>
#include <linux/version.h>
#include <linux/vmalloc.h>
#include <net/inet_ecn.h>
#include <net/sch_generic.h>
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 12, 0)
#include <asm/unaligned.h>
#else
#include <linux/unaligned.h>
#endif

#define LEFT 0
#define LEFT_CE 1
#define DROPPED 2

#define MOST (4u << 20)
#define UNIT_SHIFT 6

/* DualPI2 keeps its class in this byte, behind its own 8 bytes of time: bit 1 says L (sch_dualpi2.c, struct dualpi2_skb_cb). */
#define NOTE_AT 8

struct seen {
	u64 ns;
	u32 waited;
	u16 bytes;
	u8 kind;
	u8 note;
};

static struct seen *log_of;
static u32 filled;
static u64 start_ns;
static struct tracepoint *tp_queue, *tp_dequeue, *tp_free;

static u8 *room(struct sk_buff *skb)
{
	return qdisc_skb_cb(skb)->data;
}

static bool ours(const struct net_device *dev)
{
	return dev && !strcmp(dev->name, "bottleneck");
}

static void note(struct sk_buff *skb, u8 kind)
{
	u64 now = ktime_get_ns();

	if (filled == MOST)
		return;
	log_of[filled++] = (struct seen){
		.ns = now - start_ns,
		.waited = (u32)(now >> UNIT_SHIFT) - get_unaligned((u32 *)(room(skb) + QDISC_CB_PRIV_LEN - 4)),
		.bytes = qdisc_pkt_len(skb),
		.kind = kind,
		.note = room(skb)[NOTE_AT],
	};
}

/* Before the packet is handed to the root: disciplines keep what lies behind their own part as it is. */
static void on_queue(void *data, struct sk_buff *skb)
{
	if (ours(skb->dev))
		put_unaligned((u32)(ktime_get_ns() >> UNIT_SHIFT), (u32 *)(room(skb) + QDISC_CB_PRIV_LEN - 4));
}

static void on_dequeue(void *data, struct Qdisc *root, const struct netdev_queue *txq, int packets, struct sk_buff *skb)
{
	if (!skb || !ours(qdisc_dev(root)))
		return;
	for (; skb; skb = skb->next)
		note(skb, skb->protocol == htons(ETH_P_IP) && INET_ECN_is_ce(ip_hdr(skb)->tos) ? LEFT_CE : LEFT);
}

/* What is sent on is consumed, not freed. */
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 11, 0)
static void on_free(void *data, struct sk_buff *skb, void *location, enum skb_drop_reason reason)
#else
static void on_free(void *data, struct sk_buff *skb, void *location, enum skb_drop_reason reason, struct sock *rx)
#endif
{
	if (ours(skb->dev))
		note(skb, DROPPED);
}

static ssize_t read(struct file *f, char __user *to, size_t n, loff_t *at)
{
	return simple_read_from_buffer(to, n, at, log_of, (size_t)filled * sizeof(struct seen));
}

static ssize_t write(struct file *f, const char __user *from, size_t n, loff_t *at)
{
	filled = 0;
	start_ns = ktime_get_ns();
	return n;
}

static const struct proc_ops ops = { .proc_read = read, .proc_write = write, .proc_lseek = default_llseek };

static void find(struct tracepoint *tp, void *data)
{
	if (!strcmp(tp->name, "net_dev_queue"))
		tp_queue = tp;
	if (!strcmp(tp->name, "qdisc_dequeue"))
		tp_dequeue = tp;
	if (!strcmp(tp->name, "kfree_skb"))
		tp_free = tp;
}

static int __init sojourn_init(void)
{
	log_of = vzalloc((size_t)MOST * sizeof(struct seen));
	if (!log_of)
		return -ENOMEM;
	for_each_kernel_tracepoint(find, NULL);
	if (!tp_queue || !tp_dequeue || !tp_free)
		return -ENOENT;
	proc_create("sojourn", 0600, NULL, &ops);
	return tracepoint_probe_register(tp_queue, on_queue, NULL) ?:
	       tracepoint_probe_register(tp_dequeue, on_dequeue, NULL) ?:
	       tracepoint_probe_register(tp_free, on_free, NULL);
}
late_initcall(sojourn_init);
