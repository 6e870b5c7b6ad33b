import type { Env } from './env';

/** The cell of this installation. */
export interface CellSettings {
  /** Name of the cell, which new keys and tokens have as a tag; null: they have none. */
  readonly cell: string | null;
  /** Base URL by which other cells reach this one. */
  readonly cellUrl: string | null;
}

/** Returns what the cell is named and where it is reached (docs/scaling.md#cells). */
export function cellSettings({ CELL, CELL_URL }: Env): CellSettings {
  return { cell: CELL ?? null, cellUrl: CELL_URL?.replace(/\/+$/, '') ?? null };
}
