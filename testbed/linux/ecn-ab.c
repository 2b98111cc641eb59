// SPDX-License-Identifier: GPL-2.0 OR MIT
/*
 * ECN(alpha, beta) (Kwon and Fahmy, ICC 2002, fig. 1), which Linux does not have, as the congestion control "ecn_ab": after
 * ECE ssthresh is cwnd times beta, and cwnd grows by alpha a round trip until the next loss, which is answered as by Reno.
 *
 * The socket's mark is beta in thousandths, plus alpha in thousandths times 65536. Fractions of a segment are kept.
 */
#include <linux/module.h>
#include <net/tcp.h>

#define MILLION 1000000u

struct ab {
	u32 fraction; /* of cwnd, in millionths of a segment */
	bool after_mark;
};

static struct ab *state(struct sock *sk)
{
	return inet_csk_ca(sk);
}

/* tcp_enter_cwr() clears undo_marker first; tcp_enter_recovery() has set it, and for tcp_enter_loss() segments are marked lost. */
static bool is_ece(struct sock *sk)
{
	return !tcp_sk(sk)->undo_marker && !tcp_sk(sk)->lost_out;
}

static void init(struct sock *sk)
{
	*state(sk) = (struct ab){ 0 };
}

static u32 ssthresh(struct sock *sk)
{
	u32 cwnd = tcp_snd_cwnd(tcp_sk(sk));
	struct ab *ab = state(sk);
	u64 kept;

	if (!is_ece(sk)) {
		init(sk);
		return max(cwnd / 2, 2u);
	}
	kept = ((u64)cwnd * MILLION + ab->fraction) * (sk->sk_mark & 0xffff) / 1000;
	kept = max_t(u64, kept, 2 * MILLION);
	*ab = (struct ab){ .fraction = do_div(kept, MILLION), .after_mark = true };
	return kept;
}

static void cong_avoid(struct sock *sk, u32 ack, u32 acked)
{
	struct tcp_sock *tp = tcp_sk(sk);
	struct ab *ab = state(sk);
	u64 fraction;

	if (!tcp_is_cwnd_limited(sk))
		return;
	if (tcp_in_slow_start(tp)) {
		acked = tcp_slow_start(tp, acked);
		if (!acked)
			return;
	}
	fraction = ab->fraction + (u64)acked * (ab->after_mark ? sk->sk_mark >> 16 : 1000) * 1000 / tcp_snd_cwnd(tp);
	ab->fraction = do_div(fraction, MILLION);
	tcp_snd_cwnd_set(tp, min_t(u32, tcp_snd_cwnd(tp) + fraction, tp->snd_cwnd_clamp));
}

static struct tcp_congestion_ops ecn_ab = {
	.name = "ecn_ab",
	.flags = TCP_CONG_NON_RESTRICTED,
	.owner = THIS_MODULE,
	.init = init,
	.ssthresh = ssthresh,
	.cong_avoid = cong_avoid,
	.undo_cwnd = tcp_reno_undo_cwnd,
};

static int __init ecn_ab_init(void)
{
	return tcp_register_congestion_control(&ecn_ab);
}
late_initcall(ecn_ab_init);
