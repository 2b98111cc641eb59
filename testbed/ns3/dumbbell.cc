// TCP flows through one queue discipline in ns-3.44: prints one JSON object.
//
//   senders on R1 ==(rate, half the round trip)== R2 with the receivers
//
// --groups="n=1,cc=newreno,betaEcn=0.8,betaLoss=0.5,ecn=1,start=0;n=10,cc=cubic"   cc: newreno, cubic or dctcp
// The access links of a dumbbell are left out: they would carry the same round trip and change nothing.
#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

// A congestion control of ns-3 with another share of cwnd after ECE (RFC 8511). TcpSocketBase asks for ssthresh at the
// entry to CWR with the ECE already noted; at the entry to recovery the state was set right before, and that tells loss.
template <class Base, const char* NAME>
class WithBeta : public Base
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId(NAME).SetParent<Base>().SetGroupName("Internet").template AddConstructor<WithBeta>();
        return tid;
    }
    std::string GetName() const override { return NAME; }
    Ptr<TcpCongestionOps> Fork() override { return CopyObject<WithBeta>(this); }
    void CongestionStateSet(Ptr<TcpSocketState> tcb, const TcpSocketState::TcpCongState_t s) override
    {
        m_loss = s == TcpSocketState::CA_RECOVERY;
        Base::CongestionStateSet(tcb, s);
    }
    uint32_t GetSsThresh(Ptr<const TcpSocketState> tcb, uint32_t inFlight) override
    {
        bool ece = !m_loss && tcb->m_ecnState == TcpSocketState::ECN_ECE_RCVD;
        m_loss = false;
        uint32_t mss = tcb->m_segmentSize;
        if constexpr (std::is_same_v<Base, TcpCubic>)
        {
            uint32_t afterLoss = Base::GetSsThresh(tcb, inFlight); // keeps W_max and the epoch too
            return ece ? std::max<uint32_t>(tcb->GetCwndInSegments() * betaEcn + 1e-9, 2) * mss : afterLoss;
        }
        return std::max<uint32_t>(2 * mss, tcb->m_cWnd * (ece ? betaEcn : betaLoss) + 1e-6);
    }
    double betaLoss = 0.5, betaEcn = 0.5;

  private:
    bool m_loss = false;
};
extern const char RENO[] = "ns3::RenoWithBeta";
extern const char CUBIC[] = "ns3::CubicWithBeta";
using Reno = WithBeta<TcpLinuxReno, RENO>;
using Cubic = WithBeta<TcpCubic, CUBIC>;
NS_OBJECT_ENSURE_REGISTERED(Reno);
NS_OBJECT_ENSURE_REGISTERED(Cubic);

// Proportional rate reduction by RFC 6937, with its slow-start reduction bound. TcpPrrRecovery of ns-3.44 multiplies in 32
// bits, so that it falls silent with windows above some 70 kB, and counts what SACK told of twice.
class Prr : public TcpRecoveryOps
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid =
            TypeId("ns3::PrrOfRfc6937").SetParent<TcpRecoveryOps>().SetGroupName("Internet").AddConstructor<Prr>();
        return tid;
    }
    std::string GetName() const override { return "PrrOfRfc6937"; }
    Ptr<TcpRecoveryOps> Fork() override { return CopyObject<Prr>(this); }
    void EnterRecovery(Ptr<TcpSocketState> tcb, uint32_t, uint32_t, uint32_t delivered) override
    {
        m_delivered = m_out = 0;
        m_flight = tcb->m_cWnd;
        m_last = Time::Min();
        DoRecovery(tcb, delivered, true);
    }
    void DoRecovery(Ptr<TcpSocketState> tcb, uint32_t delivered, bool) override
    {
        if (Simulator::Now() == m_last)
        {
            delivered = 0; // an ACK that advances and has SACK blocks comes here twice
        }
        m_last = Simulator::Now();
        m_delivered += delivered;
        double pipe = tcb->m_bytesInFlight, ssthresh = tcb->m_ssThresh, mss = tcb->m_segmentSize;
        double send = pipe > ssthresh
                          ? std::ceil(m_delivered * ssthresh / m_flight) - m_out
                          : std::min(ssthresh - pipe, std::max(m_delivered - m_out, double(delivered)) + mss);
        tcb->m_cWnd = uint32_t(pipe + std::max(send, m_out > 0 ? 0 : mss));
        tcb->m_cWndInfl = tcb->m_cWnd;
    }
    void ExitRecovery(Ptr<TcpSocketState> tcb) override { tcb->m_cWndInfl = tcb->m_cWnd.Get(); }
    void UpdateBytesSent(uint32_t bytes) override { m_out += bytes; }

  private:
    double m_delivered = 0, m_out = 0, m_flight = 1;
    Time m_last;
};
NS_OBJECT_ENSURE_REGISTERED(Prr);

static uint32_t mss = 1448;

struct Flow
{
    int group = 0;
    std::string cc;
    double betaLoss = 0, betaEcn = 0, start = 0;
    bool ecn = true, rfcPrr = true;
    Ptr<Node> from;
    Address to;
    Ptr<PacketSink> sink;
    uint64_t atWarmup = 0, atJoin = 0;

    void Fill(Ptr<Socket> s, uint32_t)
    {
        while (s->GetTxAvailable() >= mss && s->Send(Create<Packet>(mss)) > 0)
        {
        }
    }
    void Connected(Ptr<Socket> s) { Fill(s, 0); }
    template <class Control>
    Ptr<Control> Make()
    {
        Ptr<Control> control = CreateObject<Control>();
        control->betaLoss = betaLoss;
        control->betaEcn = betaEcn;
        return control;
    }
    void Start()
    {
        TypeId type = cc == "dctcp" ? TcpDctcp::GetTypeId() : cc == "cubic" ? Cubic::GetTypeId() : Reno::GetTypeId();
        Ptr<Socket> socket = from->GetObject<TcpL4Protocol>()->CreateSocket(type);
        Ptr<TcpSocketBase> base = DynamicCast<TcpSocketBase>(socket);
        if (cc == "newreno")
        {
            base->SetCongestionControlAlgorithm(Make<Reno>());
        }
        else if (cc == "cubic")
        {
            Ptr<Cubic> cubic = Make<Cubic>();
            cubic->SetAttribute("FastConvergence", BooleanValue(false));
            cubic->SetAttribute("HyStart", BooleanValue(false));
            cubic->SetAttribute("Beta", DoubleValue(betaLoss));
            base->SetCongestionControlAlgorithm(cubic);
        }
        if (rfcPrr)
        {
            base->SetRecoveryAlgorithm(CreateObject<Prr>());
        }
        socket->SetAttribute("UseEcn", StringValue(ecn ? "On" : "Off"));
        socket->Bind();
        socket->SetConnectCallback(MakeCallback(&Flow::Connected, this), MakeNullCallback<void, Ptr<Socket>>());
        socket->SetSendCallback(MakeCallback(&Flow::Fill, this));
        socket->Connect(to);
        socket->ShutdownRecv();
    }
};

static std::vector<Flow*> flows;
static std::vector<double> waitedMs;
static uint64_t sentBytes = 0, drops = 0, marks = 0;
static struct
{
    size_t waited;
    uint64_t sentBytes, drops, marks;
} atWarmup;

static double
Jain(const std::vector<double>& x)
{
    double sum = 0, squares = 0;
    for (double v : x)
    {
        sum += v;
        squares += v * v;
    }
    return squares > 0 ? sum * sum / (x.size() * squares) : 0;
}

// Jain's index of the bytes since the second group's start, every 100 ms: when it was first at 0.95, and for good.
static double joinS = -1, firstFair = -1, fairForGood = -1, lastJain = 0;

static void
WatchJoin()
{
    double since = Simulator::Now().GetSeconds() - joinS;
    std::vector<double> got;
    for (Flow* f : flows)
    {
        if (since < 0.05)
        {
            f->atJoin = f->sink->GetTotalRx();
        }
        got.push_back(f->sink->GetTotalRx() - f->atJoin);
    }
    lastJain = Jain(got);
    if (since > 0.05)
    {
        bool fair = lastJain >= 0.95;
        firstFair = fair && firstFair < 0 ? since : firstFair;
        fairForGood = !fair ? -1 : fairForGood < 0 ? since : fairForGood;
    }
    Simulator::Schedule(MilliSeconds(100), &WatchJoin);
}

static void
AtWarmup()
{
    atWarmup = {waitedMs.size(), sentBytes, drops, marks};
    for (Flow* f : flows)
    {
        f->atWarmup = f->sink->GetTotalRx();
    }
}

static void
ReadGroups(const std::string& groups, const std::string& recovery)
{
    std::stringstream each(groups);
    std::string group, word;
    for (int g = 0; std::getline(each, group, ';'); g++)
    {
        std::map<std::string, std::string> words;
        std::stringstream pairs(group);
        while (std::getline(pairs, word, ','))
        {
            words[word.substr(0, word.find('='))] = word.substr(word.find('=') + 1);
        }
        auto number = [&](const char* key, double otherwise) { return words.count(key) ? std::stod(words[key]) : otherwise; };
        for (int i = 0; i < number("n", 1); i++)
        {
            Flow* f = new Flow;
            f->group = g;
            f->cc = words["cc"];
            f->betaLoss = number("betaLoss", f->cc == "cubic" ? 0.7 : 0.5);
            f->betaEcn = number("betaEcn", f->betaLoss);
            f->ecn = number("ecn", 1) != 0;
            f->start = number("start", 0);
            f->rfcPrr = recovery == "prr";
            flows.push_back(f);
        }
    }
}

int
main(int argc, char* argv[])
{
    std::string groups = "n=1,cc=newreno", aqm = "codel", limit = "1000p", recovery = "prr";
    double rate = 10, rtt = 100, seconds = 100, warmup = 10, target = 5, interval = 100, tupdate = 30, redMin = 0, redMax = 0;
    double rtoVarMin = 200;
    uint32_t run = 1, delack = 2, step = 0;
    CommandLine cmd(__FILE__);
    cmd.AddValue("groups", "groups of flows", groups);
    cmd.AddValue("rate", "Mbit/s", rate);
    cmd.AddValue("rtt", "ms, without transmission", rtt);
    cmd.AddValue("aqm", "droptail, codel, pie, red or step", aqm);
    cmd.AddValue("limit", "of the queue: 1000p, 168000B", limit);
    cmd.AddValue("target", "CoDel's or PIE's, ms", target);
    cmd.AddValue("interval", "CoDel's, ms", interval);
    cmd.AddValue("tupdate", "PIE's, ms", tupdate);
    cmd.AddValue("redMin", "in the limit's unit", redMin);
    cmd.AddValue("redMax", "in the limit's unit", redMax);
    cmd.AddValue("step", "marks from so many packets on", step);
    cmd.AddValue("recovery", "prr (RFC 6937) or classic (cwnd = ssthresh at once)", recovery);
    cmd.AddValue("delack", "segments an ACK", delack);
    cmd.AddValue("rtoVarMin", "least 4 RTTVAR in the timeout, ms: 200 as in Linux, 1 is ns-3's own", rtoVarMin);
    cmd.AddValue("mss", "bytes", mss);
    cmd.AddValue("joinS", "watches fairness from here on, s", joinS);
    cmd.AddValue("seconds", "length of the run", seconds);
    cmd.AddValue("warmup", "left out of the figures, s", warmup);
    cmd.AddValue("run", "number of the run: other random numbers", run);
    cmd.Parse(argc, argv);
    NS_ABORT_MSG_IF(recovery != "prr" && recovery != "classic", "unknown recovery " << recovery);
    RngSeedManager::SetSeed(1);
    RngSeedManager::SetRun(run);
    ReadGroups(groups, recovery);
    auto ms = [](double x) { return TimeValue(NanoSeconds(int64_t(x * 1e6 + 0.5))); };

    uint64_t buffer = 1000000 + uint64_t(6 * rate * 1e6 / 8 * rtt / 1e3);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(mss));
    Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
    Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(delack));
    Config::SetDefault("ns3::TcpSocket::DelAckTimeout", ms(40)); // Linux's; ns-3 has 200, its own least timeout
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(buffer));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(buffer));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", ms(200));
    Config::SetDefault("ns3::TcpSocketBase::ClockGranularity", ms(rtoVarMin));
    Config::SetDefault("ns3::TcpSocketBase::Sack", BooleanValue(true));
    Config::SetDefault("ns3::TcpSocketBase::WindowScaling", BooleanValue(true));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("AcceptOnly"));
    Config::SetDefault("ns3::TcpL4Protocol::RecoveryType", TypeIdValue(TcpClassicRecovery::GetTypeId()));

    NodeContainer routers;
    routers.Create(2);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.InstallAll();
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(uint64_t(rate * 1e6))));
    link.SetChannelAttribute("Delay", ms(rtt / 2));
    link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", QueueSizeValue(QueueSize("1p")));
    NetDeviceContainer devices = link.Install(routers);
    // Towards the senders: ACKs alone, in a plain queue that never fills.
    DynamicCast<PointToPointNetDevice>(devices.Get(1))->GetQueue()->SetMaxSize(QueueSize("100000p"));

    TrafficControlHelper control;
    QueueSizeValue most{QueueSize(limit)};
    if (aqm == "droptail")
    {
        control.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", most);
    }
    else if (aqm == "codel")
    {
        control.SetRootQueueDisc("ns3::CoDelQueueDisc", "MaxSize", most, "Target", ms(target), "Interval", ms(interval),
                                 "UseEcn", BooleanValue(true));
    }
    else if (aqm == "pie")
    {
        Config::SetDefault("ns3::PieQueueDisc::UseCapDropAdjustment", BooleanValue(true));
        control.SetRootQueueDisc("ns3::PieQueueDisc", "MaxSize", most, "QueueDelayReference", ms(target), "Tupdate",
                                 ms(tupdate), "A", DoubleValue(0.125), "B", DoubleValue(1.25), "MaxBurstAllowance",
                                 ms(100), "UseEcn", BooleanValue(true));
    }
    else if (aqm == "red" || aqm == "step")
    {
        // A step is RED without memory and with both thresholds in one place.
        bool isStep = aqm == "step";
        Config::SetDefault("ns3::RedQueueDisc::MeanPktSize", UintegerValue(1500));
        Config::SetDefault("ns3::RedQueueDisc::LinkBandwidth", DataRateValue(DataRate(uint64_t(rate * 1e6))));
        Config::SetDefault("ns3::RedQueueDisc::LinkDelay", TimeValue(MilliSeconds(uint64_t(rtt / 2))));
        Config::SetDefault("ns3::RedQueueDisc::UseHardDrop", BooleanValue(!isStep));
        control.SetRootQueueDisc("ns3::RedQueueDisc", "MaxSize", most, "MinTh", DoubleValue(isStep ? step : redMin),
                                 "MaxTh", DoubleValue(isStep ? step : redMax), "LInterm", DoubleValue(10), "QW",
                                 DoubleValue(isStep ? 1 : 0.002), "Gentle", BooleanValue(!isStep), "UseEcn",
                                 BooleanValue(true));
    }
    else
    {
        NS_FATAL_ERROR("unknown aqm " << aqm);
    }
    Ptr<QueueDisc> queue = control.Install(devices.Get(0)).Get(0);
    if (aqm == "pie")
    {
        // Never drop what can be marked. The attribute takes 1 at most, and then PIE drops when its probability is 1.
        TypeId::AttributeInformation info;
        NS_ABORT_IF(!PieQueueDisc::GetTypeId().LookupAttributeByName("MarkEcnThreshold", &info));
        NS_ABORT_IF(!info.accessor->Set(PeekPointer(queue), DoubleValue(2)));
    }
    using Item = Ptr<const QueueDiscItem>;
    queue->TraceConnectWithoutContext("SojournTime", Callback<void, Time>([](Time t) { waitedMs.push_back(t.GetSeconds() * 1e3); }));
    queue->TraceConnectWithoutContext("Drop", Callback<void, Item>([](Item) { drops++; }));
    queue->TraceConnectWithoutContext("Mark", Callback<void, Item, const char*>([](Item, const char*) { marks++; }));
    devices.Get(0)->TraceConnectWithoutContext(
        "PhyTxEnd", Callback<void, Ptr<const Packet>>([](Ptr<const Packet> p) { sentBytes += p->GetSize(); }));

    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
    Ptr<UniformRandomVariable> random = CreateObject<UniformRandomVariable>();
    for (size_t i = 0; i < flows.size(); i++)
    {
        Flow* f = flows[i];
        uint16_t port = 5000 + i;
        f->from = routers.Get(0);
        f->to = InetSocketAddress(interfaces.GetAddress(1), port);
        if (f->cc == "dctcp")
        {
            // Its receiver's half: the echo of each CE.
            routers.Get(1)->GetObject<TcpL4Protocol>()->SetAttribute("SocketType", TypeIdValue(TcpDctcp::GetTypeId()));
        }
        PacketSinkHelper helper("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
        ApplicationContainer sinks = helper.Install(routers.Get(1));
        sinks.Start(Seconds(0));
        f->sink = DynamicCast<PacketSink>(sinks.Get(0));
        Simulator::ScheduleWithContext(f->from->GetId(), Seconds(f->start + random->GetValue(0, 0.1)), &Flow::Start, f);
    }
    TrafficControlHelper().Uninstall(devices.Get(1));
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    Simulator::Schedule(Seconds(warmup), &AtWarmup);
    if (joinS >= 0)
    {
        Simulator::Schedule(Seconds(joinS), &WatchJoin);
    }
    Simulator::Stop(Seconds(seconds));
    Simulator::Run();

    double measuredS = seconds - warmup;
    std::vector<double> goodputBps;
    for (Flow* f : flows)
    {
        goodputBps.push_back((f->sink->GetTotalRx() - f->atWarmup) * 8 / measuredS);
    }
    std::vector<double> sorted(waitedMs.begin() + atWarmup.waited, waitedMs.end());
    std::sort(sorted.begin(), sorted.end());
    auto quantile = [&](double share) {
        double at = share * (sorted.size() - 1);
        size_t low = at;
        return sorted[low] + (low + 1 < sorted.size() ? (at - low) * (sorted[low + 1] - sorted[low]) : 0);
    };
    double sum = 0;
    for (double x : sorted)
    {
        sum += x;
    }
    printf("{\"utilisation\":%.5f,\"jain\":%.5f,\"marks\":%llu,\"drops\":%llu,",
           (sentBytes - atWarmup.sentBytes) * 8 / (rate * 1e6 * measuredS), Jain(goodputBps),
           (unsigned long long)(marks - atWarmup.marks), (unsigned long long)(drops - atWarmup.drops));
    printf("\"sojournMs\":{\"p50\":%.3f,\"p90\":%.3f,\"p95\":%.3f,\"p99\":%.3f,\"mean\":%.3f},", quantile(0.5), quantile(0.9),
           quantile(0.95), quantile(0.99), sum / sorted.size());
    if (joinS >= 0)
    {
        auto time = [](double s) { return s < 0 ? std::string("null") : std::to_string(s); };
        printf("\"convergenceFirstS\":%s,\"convergenceStayS\":%s,\"jainRunningAtEnd\":%.5f,", time(firstFair).c_str(),
               time(fairForGood).c_str(), lastJain);
    }
    printf("\"flowGoodputBps\":[");
    for (size_t i = 0; i < flows.size(); i++)
    {
        printf("%s%.1f", i ? "," : "", goodputBps[i]);
    }
    printf("]}\n");
    fflush(stdout);
    _Exit(0); // what is left is memory
}
