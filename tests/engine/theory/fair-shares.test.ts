import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  maxMinShares,
  proportionalShares,
  ratesByPrices,
  type ShareLink,
  type ShareRoute,
} from "../../../src/engine/theory/fair-shares.ts";

const linksOf = (...capacities: number[]): ShareLink[] => capacities.map((capacity) => ({ capacity }));

/** The GFC-2 topology in Mbps: a chain of six links, used by the groups A to H. */
const GFC2 = linksOf(50, 100, 50, 150, 150, 50);
const along = (from: number, to: number, count = 1): ShareRoute => ({
  links: Array.from({ length: to - from }, (_, i) => from - 1 + i),
  count,
});
const GFC2_FLOWS: Record<string, ShareRoute> = {
  A1: along(1, 6),
  A2: along(2, 6),
  A3: along(3, 6),
  B1: along(1, 7),
  B2: along(2, 7),
  B3: along(4, 7),
  C: along(5, 6, 3),
  D: along(1, 2),
  E: along(2, 3, 2),
  F: along(3, 4),
  G: along(6, 7, 7),
  H: along(4, 5, 2),
};

/**
 * Capacities of a data-centre link of 1000 Mbps and a WAN link of 50 Mbps. One flow uses both links, and three more
 * flows use each.
 */
const DC_WAN = linksOf(1000, 50);
const DC_WAN_FLOWS: ShareRoute[] = [{ links: [0, 1] }, { links: [0], count: 3 }, { links: [1], count: 3 }];

describe("max-min fairness", () => {
  test("GFC-2 gives A 10, B 5, C 35, D 35, E 35, F 10, G 5 and H 52.5 Mbps, with all links full", () => {
    const rates = maxMinShares(GFC2, Object.values(GFC2_FLOWS));
    const expected: Record<string, number> = { A: 10, B: 5, C: 35, D: 35, E: 35, F: 10, G: 5, H: 52.5 };
    for (const [i, name] of Object.keys(GFC2_FLOWS).entries()) {
      expect(rates[i]).toBeCloseTo(expected[name[0]], 9);
    }
    for (const [l, { capacity }] of GFC2.entries()) {
      expect(loadOf(l, Object.values(GFC2_FLOWS), rates)).toBeCloseTo(capacity, 9);
    }
  });

  test("data centre and WAN give 12.5, 329.2 and 12.5 Mbps", () => {
    const rates = maxMinShares(DC_WAN, DC_WAN_FLOWS);
    expect(rates[0]).toBe(12.5);
    expect(rates[1]).toBeCloseTo(329.1667, 4);
    expect(rates[2]).toBe(12.5);
  });

  test("a link whose remaining capacity is negative because of rounding gives nothing, and the filling continues", () => {
    const rates = maxMinShares(linksOf(-1e-12, 5), [{ links: [0] }, { links: [0, 1] }, { links: [1] }]);
    expect(rates).toEqual([0, 0, 5]);
  });

  test("a flow that needs less leaves the rest to the others", () => {
    expect(
      maxMinShares(linksOf(10), [
        { links: [0], demand: 1 },
        { links: [0], count: 2 },
      ]),
    ).toEqual([1, 4.5]);
    expect(maxMinShares(linksOf(10), [{ links: [0], demand: 9 }, { links: [0] }])).toEqual([5, 5]);
  });

  test("weights divide a link in proportion", () => {
    expect(maxMinShares(linksOf(9), [{ links: [0], weight: 2 }, { links: [0] }])).toEqual([6, 3]);
  });
});

describe("proportional fairness", () => {
  test("data centre and WAN give 12.15, 329.3 and 12.62 Mbps", () => {
    const rates = proportionalShares(DC_WAN, DC_WAN_FLOWS);
    expect(rates[0]).toBeCloseTo(12.15, 2);
    expect(rates[1]).toBeCloseTo(329.3, 1);
    expect(rates[2]).toBeCloseTo(12.62, 2);
  });

  test("data centre and WAN without the WAN's flows give 50 and 316.7 Mbps", () => {
    const rates = proportionalShares(DC_WAN, DC_WAN_FLOWS.slice(0, 2));
    expect(rates[0]).toBeCloseTo(50, 7);
    expect(rates[1]).toBeCloseTo(950 / 3, 7);
  });

  test("a chain of n links with one flow over all and one flow on each gives 1/(n + 1) and n/(n + 1), to 1e-9", () => {
    for (const n of [1, 2, 5, 12]) {
      const routes = [
        { links: [...Array(n).keys()] },
        ...Array.from({ length: n }, (_, i) => ({ links: [i] })),
      ];
      const rates = proportionalShares(linksOf(...Array(n).fill(1)), routes);
      expect(Math.abs(rates[0] - 1 / (n + 1))).toBeLessThan(1e-9);
      for (const rate of rates.slice(1)) expect(Math.abs(rate - n / (n + 1))).toBeLessThan(1e-9);
    }
  });

  test("on one link it equals max-min fairness, with demands and weights", () => {
    const routes = [{ links: [0], demand: 1 }, { links: [0], count: 3, weight: 2 }, { links: [0] }];
    const maxMin = maxMinShares(linksOf(15), routes);
    expect(maxMin).toEqual([1, 4, 2]);
    for (const [i, rate] of proportionalShares(linksOf(15), routes).entries()) {
      expect(rate).toBeCloseTo(maxMin[i], 9);
    }
  });

  test("equal links in a row act as one", () => {
    const rates = proportionalShares(linksOf(10, 10, 1000), [{ links: [0, 1, 2] }, { links: [0, 1] }]);
    for (const rate of rates) expect(rate).toBeCloseTo(5, 8);
  });

  test("a link without capacity stops its flows and no others", () => {
    expect(proportionalShares(linksOf(0, 10), [{ links: [0, 1] }, { links: [1] }])).toEqual([
      0,
      expect.closeTo(10, 8),
    ]);
    expect(maxMinShares(linksOf(0, 10), [{ links: [0, 1] }, { links: [1] }])).toEqual([0, 10]);
  });
});

const network = fc.integer({ min: 1, max: 6 }).chain((n) =>
  fc.record({
    links: fc.array(fc.record({ capacity: fc.double({ min: 0.01, max: 1e4, noNaN: true }) }), {
      minLength: n,
      maxLength: n,
    }),
    routes: fc.array(
      fc.record({
        links: fc.uniqueArray(fc.integer({ min: 0, max: n - 1 }), { minLength: 1 }),
        count: fc.integer({ min: 1, max: 20 }),
        demand: fc.option(fc.double({ min: 0.001, max: 1e4, noNaN: true }), { nil: undefined }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  }),
);

describe("on any network", () => {
  test("no link carries more than its capacity, and no flow gets more than it needs", () => {
    fc.assert(
      fc.property(network, ({ links, routes }) => {
        for (const rates of [maxMinShares(links, routes), proportionalShares(links, routes)]) {
          for (const [l, { capacity }] of links.entries()) {
            expect(loadOf(l, routes, rates)).toBeLessThanOrEqual(capacity * (1 + 1e-8));
          }
          for (const [r, { demand = Number.POSITIVE_INFINITY }] of routes.entries()) {
            expect(rates[r]).toBeLessThanOrEqual(demand * (1 + 1e-8));
          }
        }
      }),
    );
  });

  test("with max-min fairness each flow has its demand or a full link on which no flow has more", () => {
    fc.assert(
      fc.property(network, ({ links, routes }) => {
        const rates = maxMinShares(links, routes);
        for (const [r, route] of routes.entries()) {
          const satisfied = route.demand !== undefined && rates[r] >= route.demand * (1 - 1e-9);
          const held = route.links.some((l) => {
            const others = routes.flatMap((other, i) => (other.links.includes(l) ? [rates[i]] : []));
            const full = loadOf(l, routes, rates) >= links[l].capacity * (1 - 1e-9);
            return full && rates[r] >= Math.max(...others) * (1 - 1e-9);
          });
          expect(satisfied || held).toBe(true);
        }
      }),
    );
  });

  test("with proportional fairness, a change to any other feasible rates loses more in per cent than it gains", () => {
    fc.assert(
      fc.property(network, fc.double({ min: 0, max: 1, noNaN: true }), ({ links, routes }, part) => {
        const rates = proportionalShares(links, routes);
        const others = maxMinShares(links, routes).map(
          (rate, i) => rate * part + (1 - part) * rates[i] * 0.9,
        );
        let [change, flows] = [0, 0];
        for (const [i, { count }] of routes.entries()) {
          change += (count * (others[i] - rates[i])) / rates[i];
          flows += count;
        }
        expect(change / flows).toBeLessThan(1e-8);
      }),
    );
  });
});

function loadOf(link: number, routes: readonly ShareRoute[], rates: readonly number[]): number {
  let load = 0;
  for (const [r, { links, count = 1 }] of routes.entries())
    if (links.includes(link)) load += count * rates[r];
  return load;
}

describe("rates by prices", () => {
  test("one constraint is divided by weight", () => {
    const [a, b] = ratesByPrices([12], [[0], [0]], [2, 1]);
    expect(a).toBeCloseTo(8, 9);
    expect(b).toBeCloseTo(4, 9);
  });

  test("two constraints that share one path agree with a calculation by hand: x = C1 - y, 1/x = 1/y + 1/z", () => {
    // Two links have capacities 1 and 2, and one flow uses both. The shares follow from 3x² − 6x + 2 = 0.
    const x = 1 - Math.sqrt(1 / 3);
    const rates = ratesByPrices([1, 2], [[0, 1], [0], [1]], [1, 1, 1]);
    for (const [i, expected] of [x, 1 - x, 2 - x].entries()) {
      expect(Math.abs(rates[i] - expected)).toBeLessThan(1e-10);
    }
  });

  test("capacities ten orders apart, and a constraint with slack", () => {
    const rates = ratesByPrices([1e-4, 1e6, 1e7], [[0, 1], [1], [1, 2]], [1, 1, 1]);
    expect(rates[0]).toBeCloseTo(1e-4, 12);
    for (const rate of rates.slice(1)) expect(rate / 5e5).toBeCloseTo(1, 8);
  });

  test("constraints with the same content", () => {
    const rates = ratesByPrices(
      [3, 3, 3],
      [
        [0, 1, 2],
        [0, 1, 2],
        [0, 1, 2],
      ],
      [1, 1, 1],
    );
    for (const rate of rates) expect(rate).toBeCloseTo(1, 9);
  });
});
