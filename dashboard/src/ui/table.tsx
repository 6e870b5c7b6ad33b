import type { ReactNode } from 'react';
import { cx } from './cx';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are aligned to the end. */
  isNumber?: boolean;
  /** Left out on a narrow screen. */
  isMinor?: boolean;
}

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

const classOf = <Row,>({ isNumber = false, isMinor = false }: Column<Row>): string =>
  cx('px-4 py-2.5 align-top', isNumber ? 'text-right num' : 'text-left', isMinor && 'max-md:hidden');

/** A table of rows at hand. The first column names the row. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="group" aria-label={label}>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line">
            {columns.map((it) => (
              <th key={it.title} scope="col" className={cx(classOf(it), 'text-xs font-medium text-muted')}>
                {it.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-raised/50">
              {columns.map((it) => (
                <td key={it.title} className={classOf(it)}>
                  {it.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
