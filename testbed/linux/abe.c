// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * Alternative Backoff with ECN (RFC 8511), which Linux does not have, as congestion controls of their own:
 *
 *   abe_reno    Reno; after ECE ssthresh is cwnd times beta
 *   abe_cubic   the kernel's CUBIC; after ECE ssthresh is cwnd times beta, all else as it is
 *   abe_step    abe_reno that sets cwnd to ssthresh at once, as FreeBSD does: no sliding by PRR. For ECE only
 *
 * The socket's mark is beta in thousandths.
 */
#include <linux/module.h>
#include <net/tcp.h>

static struct tcp_congestion_ops *cubic;

static u32 part_of_cwnd(struct sock *sk, u32 thousandths)
{
	return max_t(u32, (u64)tcp_snd_cwnd(tcp_sk(sk)) * thousandths / 1000, 2);
}

/* tcp_enter_cwr() clears undo_marker first; tcp_enter_recovery() has set it, and for tcp_enter_loss() segments are marked lost. */
static bool is_ece(struct sock *sk)
{
	return !tcp_sk(sk)->undo_marker && !tcp_sk(sk)->lost_out;
}

static u32 reno_ssthresh(struct sock *sk)
{
	return part_of_cwnd(sk, is_ece(sk) ? sk->sk_mark : 500);
}

static u32 cubic_ssthresh(struct sock *sk)
{
	u32 after_loss = cubic->ssthresh(sk);

	return is_ece(sk) ? part_of_cwnd(sk, sk->sk_mark) : after_loss;
}

static void step(struct sock *sk, const struct rate_sample *rs)
{
	if (tcp_in_cwnd_reduction(sk))
		tcp_snd_cwnd_set(tcp_sk(sk), max(tcp_sk(sk)->snd_ssthresh, 2u));
	else if (rs->acked_sacked > 0)
		tcp_reno_cong_avoid(sk, 0, rs->acked_sacked);
}

static struct tcp_congestion_ops abe_reno = {
	.name = "abe_reno",
	.flags = TCP_CONG_NON_RESTRICTED,
	.owner = THIS_MODULE,
	.ssthresh = reno_ssthresh,
	.cong_avoid = tcp_reno_cong_avoid,
	.undo_cwnd = tcp_reno_undo_cwnd,
};

static struct tcp_congestion_ops abe_step, abe_cubic;

static int __init abe_init(void)
{
	abe_step = abe_reno;
	strscpy(abe_step.name, "abe_step", sizeof(abe_step.name));
	abe_step.cong_control = step;
	cubic = tcp_ca_find("cubic");
	if (!cubic)
		return -ENOENT;
	abe_cubic = *cubic;
	strscpy(abe_cubic.name, "abe_cubic", sizeof(abe_cubic.name));
	abe_cubic.ssthresh = cubic_ssthresh;
	return tcp_register_congestion_control(&abe_reno) ?:
	       tcp_register_congestion_control(&abe_step) ?:
	       tcp_register_congestion_control(&abe_cubic);
}
late_initcall(abe_init);
