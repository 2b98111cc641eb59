// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Two queue disciplines of papers, which Linux does not have:
 *
 *   paper_pi      PI (Hollot, Misra, Towsley, Gong, INFOCOM 2001): p moves by a (q - q_ref) - b (q_old - q_ref), `rate`
 *                 times a second, and each arriving packet is marked, or dropped if it is not ECN-capable, with probability p
 *   paper_codel   ECN-enhanced CoDel (Alwahab, Laki): the kernel's CoDel, which only drops; while it waits for its first
 *                 interval, packets that waited longer than `multiple` targets are marked with probability `chance`
 *
 * tc knows neither, so they have no options. Values are in /sys/module/paper_queues/parameters, and are read when the queue
 * is added; numbers that are not whole are in the units given below.
 */
#include <linux/module.h>
#include <linux/random.h>
#include <net/codel.h>
#include <net/codel_impl.h>
#include <net/codel_qdisc.h>
#include <net/inet_ecn.h>
#include <net/pkt_sched.h>

static uint limit = 1000;
module_param(limit, uint, 0644);

/* Of paper_pi: packets; a and b in 1e-9; samples a second. */
static uint q_ref = 20, gain_a = 371000, gain_b = 367000, rate = 160;
module_param(q_ref, uint, 0644);
module_param(gain_a, uint, 0644);
module_param(gain_b, uint, 0644);
module_param(rate, uint, 0644);

/* Of paper_codel: us; multiple and chance in thousandths. */
static uint target_us = 5000, interval_us = 100000, multiple = 1500, chance = 300;
module_param(target_us, uint, 0644);
module_param(interval_us, uint, 0644);
module_param(multiple, uint, 0644);
module_param(chance, uint, 0644);

#define BILLION 1000000000LL

/* True with the probability `part` of `whole`. */
static bool draw(u64 part, u64 whole)
{
	return ((u64)get_random_u32() * whole) >> 32 < part;
}

struct pi_sched {
	struct hrtimer timer;
	struct Qdisc *sch;
	u64 period_ns;
	s64 p, a, b; /* in 1e-9 */
	s64 reference, before;
};

static enum hrtimer_restart pi_sample(struct hrtimer *timer)
{
	struct pi_sched *q = container_of(timer, struct pi_sched, timer);
	s64 length = q->sch->q.qlen;

	q->p = clamp_t(s64, q->p + q->a * (length - q->reference) - q->b * (q->before - q->reference), 0, BILLION);
	q->before = length;
	hrtimer_forward_now(timer, ns_to_ktime(q->period_ns));
	return HRTIMER_RESTART;
}

static int pi_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	struct pi_sched *q = qdisc_priv(sch);

	if (sch->q.qlen >= sch->limit)
		return qdisc_drop(skb, sch, to_free);
	if (q->p > 0 && draw(q->p, BILLION) && !INET_ECN_set_ce(skb))
		return qdisc_drop(skb, sch, to_free);
	return qdisc_enqueue_tail(skb, sch);
}

static int pi_init(struct Qdisc *sch, struct nlattr *opt, struct netlink_ext_ack *extack)
{
	struct pi_sched *q = qdisc_priv(sch);

	sch->limit = limit;
	*q = (struct pi_sched){ .sch = sch, .a = gain_a, .b = gain_b, .reference = q_ref, .period_ns = BILLION / rate };
	hrtimer_init(&q->timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_SOFT);
	q->timer.function = pi_sample;
	hrtimer_start(&q->timer, ns_to_ktime(q->period_ns), HRTIMER_MODE_REL_SOFT);
	return 0;
}

static void pi_destroy(struct Qdisc *sch)
{
	hrtimer_cancel(&((struct pi_sched *)qdisc_priv(sch))->timer);
}

static struct Qdisc_ops pi_ops = {
	.id = "paper_pi",
	.priv_size = sizeof(struct pi_sched),
	.enqueue = pi_enqueue,
	.dequeue = qdisc_dequeue_head,
	.peek = qdisc_peek_dequeued,
	.init = pi_init,
	.reset = qdisc_reset_queue,
	.destroy = pi_destroy,
	.owner = THIS_MODULE,
};

struct warning_sched {
	struct codel_params params;
	struct codel_vars vars;
	struct codel_stats stats;
	u64 warn_above; /* in CoDel's units of time */
};

static struct sk_buff *take(struct codel_vars *vars, void *ctx)
{
	struct Qdisc *sch = ctx;
	struct sk_buff *skb = __qdisc_dequeue_head(&sch->q);

	if (skb)
		sch->qstats.backlog -= qdisc_pkt_len(skb);
	return skb;
}

static void throw(struct sk_buff *skb, void *ctx)
{
	kfree_skb(skb);
	qdisc_qstats_drop(ctx);
}

static int warning_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	if (sch->q.qlen >= sch->limit)
		return qdisc_drop(skb, sch, to_free);
	codel_set_enqueue_time(skb);
	return qdisc_enqueue_tail(skb, sch);
}

static struct sk_buff *warning_dequeue(struct Qdisc *sch)
{
	struct warning_sched *q = qdisc_priv(sch);
	struct sk_buff *skb = codel_dequeue(sch, &sch->qstats.backlog, &q->params, &q->vars, &q->stats, qdisc_pkt_len,
					    codel_get_enqueue_time, throw, take);

	if (q->stats.drop_count) {
		qdisc_tree_reduce_backlog(sch, q->stats.drop_count, q->stats.drop_len);
		q->stats.drop_count = 0;
		q->stats.drop_len = 0;
	}
	if (!skb)
		return NULL;
	if (q->vars.first_above_time && !q->vars.dropping && q->vars.ldelay > q->warn_above && draw(chance, 1000))
		INET_ECN_set_ce(skb);
	qdisc_bstats_update(sch, skb);
	return skb;
}

static int warning_init(struct Qdisc *sch, struct nlattr *opt, struct netlink_ext_ack *extack)
{
	struct warning_sched *q = qdisc_priv(sch);

	sch->limit = limit;
	codel_params_init(&q->params);
	codel_vars_init(&q->vars);
	codel_stats_init(&q->stats);
	q->params.mtu = psched_mtu(qdisc_dev(sch));
	q->params.ecn = false;
	q->params.target = ((u64)target_us * NSEC_PER_USEC) >> CODEL_SHIFT;
	q->params.interval = ((u64)interval_us * NSEC_PER_USEC) >> CODEL_SHIFT;
	q->warn_above = (u64)q->params.target * multiple / 1000;
	return 0;
}

static void warning_reset(struct Qdisc *sch)
{
	qdisc_reset_queue(sch);
	codel_vars_init(&((struct warning_sched *)qdisc_priv(sch))->vars);
}

static struct Qdisc_ops warning_ops = {
	.id = "paper_codel",
	.priv_size = sizeof(struct warning_sched),
	.enqueue = warning_enqueue,
	.dequeue = warning_dequeue,
	.peek = qdisc_peek_dequeued,
	.init = warning_init,
	.reset = warning_reset,
	.owner = THIS_MODULE,
};

static int __init paper_queues_init(void)
{
	return register_qdisc(&pi_ops) ?: register_qdisc(&warning_ops);
}
late_initcall(paper_queues_init);
