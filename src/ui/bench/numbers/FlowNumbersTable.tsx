/** The table of the flows' numbers: its heads set the order, its boxes who counts in Jain's index. */
import { flowColour } from "../../shared/chart/flow-style.ts";
import { withFlow } from "../../state/chosen-flows.ts";
import { useBench } from "../../state/use-store.ts";
import { cellText, FLOW_COLUMNS, type FlowColumnId, type FlowOrder, type FlowRow } from "./flow-table.ts";
import { countsInJain, moreInFile } from "./panel-words.ts";

interface FlowNumbersTableProps {
  readonly rows: readonly FlowRow[];
  readonly order: FlowOrder;
  onOrder(column: FlowColumnId | null): void;
}

/** The file has all. */
const MOST_ROWS = 100;

export function FlowNumbersTable({ rows, order, onOrder }: FlowNumbersTableProps) {
  const left = rows.length - MOST_ROWS;
  return (
    <>
      <section className="flow-numbers" aria-label="Numbers per flow">
        <table>
          <thead>
            <tr>
              <Head
                label="Flow"
                help="In the order of the flows"
                column={null}
                order={order}
                onOrder={onOrder}
              />
              {FLOW_COLUMNS.map(({ id, label, help }) => (
                <Head key={id} label={label} help={help} column={id} order={order} onOrder={onOrder} />
              ))}
              <th scope="col" title="Counts in Jain's index">
                In Jain's
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_ROWS).map((row) => (
              <Row key={row.flow} row={row} counted={rows} />
            ))}
          </tbody>
        </table>
      </section>
      {left > 0 && <p>{moreInFile(left)}</p>}
    </>
  );
}

interface HeadProps {
  readonly label: string;
  readonly help: string;
  readonly column: FlowColumnId | null;
  readonly order: FlowOrder;
  onOrder(column: FlowColumnId | null): void;
}

function Head({ label, help, column, order, onOrder }: HeadProps) {
  const isOrder = order.column === column;
  const direction = order.descending ? "descending" : "ascending";
  return (
    <th scope="col" aria-sort={isOrder ? direction : "none"}>
      <button type="button" className="flow-numbers__head" title={help} onClick={() => onOrder(column)}>
        {label}
        <span aria-hidden="true">{isOrder ? (order.descending ? " ▾" : " ▴") : ""}</span>
      </button>
    </th>
  );
}

function Row({ row, counted }: { readonly row: FlowRow; readonly counted: readonly FlowRow[] }) {
  const { store } = useBench();
  const choose = (isIn: boolean) => {
    const now = counted.filter(({ isCounted }) => isCounted).map(({ flow }) => flow);
    const chosenFlows = withFlow(now, counted.length, row.flow, isIn);
    store.set(({ view }) => ({ view: { ...view, chosenFlows } }));
  };
  return (
    <tr>
      <th scope="row">
        <span className="flows__dot" style={{ background: flowColour(row.flow) }} /> {row.name}
        {row.isThin && <small> thin</small>}
      </th>
      {FLOW_COLUMNS.map((column) => (
        <td key={column.id}>{cellText(row, column)}</td>
      ))}
      <td>
        <label className="flow-numbers__box">
          <input
            type="checkbox"
            aria-label={countsInJain(row.name)}
            checked={row.isCounted}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </label>
      </td>
    </tr>
  );
}
