import { describe, expect, it } from "vitest";
import type { Topology } from "../../../../src/engine/index.ts";
import { graphGrid, heightOf } from "../../../../src/ui/bench/path/graph-grid.ts";
import { madeTopology } from "./made-topology.ts";

const columnsOf = (topology: Topology) => graphGrid(topology).nodes.map(({ column }) => column / 2);

describe("the columns of a path", () => {
  it("follow the longest way along the routes", () => {
    expect(columnsOf(madeTopology("ab bc cd", ["ab", "bc", "cd"]))).toEqual([0, 1, 2, 3]);
    // The short way from a to d must not move d to an earlier column.
    const [a, b, c, d] = columnsOf(madeTopology("ad ab bc cd", ["ab", "bc", "cd"], ["ad"]));
    expect([a, b, c, d]).toEqual([0, 3, 1, 2]);
  });

  it("put a sender right before its receiver", () => {
    // Nodes are in the order in which links name them: a b c x.
    expect(columnsOf(madeTopology("ab bc xc", ["ab", "bc"], ["xc"]))).toEqual([0, 1, 2, 1]);
  });

  it("let a link that would close a cycle lead back", () => {
    const topology = madeTopology("ab bc ca", ["ab", "bc"], ["ca"]);
    expect(columnsOf(topology)).toEqual([0, 1, 2]);
    const [, , back] = graphGrid(topology).links;
    expect(back.map(({ column }) => column)).toEqual([3, 2, 1]);
    expect(back.map(({ kind }) => kind)).toEqual(["link", "pass", "pass"]);
  });
});

describe("the rows of a path", () => {
  it("give every node, link and passing link of a column its own position", () => {
    const { columns } = graphGrid(madeTopology("ab bc ac cb ca", ["ab", "bc"], ["ac"], ["cb"], ["ca"]));
    for (const column of columns) {
      expect(column.map(({ row }) => row).toSorted((x, y) => x - y)).toEqual([...column.keys()]);
    }
  });

  it("avoid unnecessary crossings", () => {
    // Two senders, p and q, send through r to x and y. The links are declared in another order.
    const topology = madeTopology("pr qr ry rx", ["pr", "rx"], ["qr", "ry"]);
    const { columns, nodes, links } = graphGrid(topology);
    const nodeRow = (id: string) => nodes[topology.nodes.findIndex((node) => node.id === id)].row;
    const linkRow = (index: number) => heightOf(links[index][0], columns);
    expect(Math.sign(linkRow(1) - linkRow(0))).toBe(Math.sign(nodeRow("q") - nodeRow("p")));
    expect(Math.sign(linkRow(3) - linkRow(2))).toBe(Math.sign(nodeRow("x") - nodeRow("y")));
  });
});
