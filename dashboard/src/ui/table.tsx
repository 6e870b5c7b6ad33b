import type { ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. */
  align?: 'end';
  /** Least important columns are left out on a phone. */
  minor?: boolean;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A table of records. The first cell of each row is its heading and usually its link. */
export function Table<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  const look = ({ align, minor }: Column<Row>): string =>
    `px-3 py-2 ${align === 'end' ? 'text-end' : 'text-start'} ${minor === true ? 'hidden md:table-cell' : ''}`;
  return (
    <div
      className="overflow-x-auto rounded-lg border border-line bg-panel"
      role="region"
      aria-label={label}
      tabIndex={0} // keyboards scroll wide tables
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-muted">
            {columns.map((column) => (
              <th key={column.title} scope="col" className={`${look(column)} font-medium whitespace-nowrap`}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0">
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.title} scope="row" className={`${look(column)} font-medium`}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.title} className={look(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
