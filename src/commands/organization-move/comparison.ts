import { MoveRefusal } from './refusal';
import type { Move } from './move';
import { follow } from './replication';
import type { Side } from './side';
import type { MovedTable } from './tables';

/** Tables with at most as many rows are compared as a whole in the pause: 3 s per million rows. */
const SMALL = 20_000;
/** No row with an older id appears any more, even if the clocks of the processes that generate ids differ. */
const MARGIN_MS = 60_000;
/** Rows may change between the two readings. */
const TRIES = 5;

/** Count and hash of rows by table. */
type Sums = ReadonlyMap<string, string>;

/** Which rows of which tables to sum. */
interface Part {
  readonly table: MovedTable;
  readonly where: string;
}

/** The rows that remain to be compared while writes are paused. */
export interface Remainder {
  readonly parts: readonly Part[];
  readonly rows: number;
}

/**
 * Compares the rows up to a watermark in the tables that are too large for the pause, once the target follows closely.
 *
 * @returns what the pause has to compare: small tables as a whole, of large ones what is behind the watermark
 * @throws MoveRefusal if the databases differ
 */
export async function compareBeforePause(move: Move): Promise<Remainder> {
  const sizes = await sizesOf(move);
  const watermark = await watermarkOf(move.source);
  const large = move.tables.filter((it) => (sizes.get(it.name) ?? 0) > SMALL);
  await compareUntilEqual(
    move,
    large.map((table) => ({ table, where: table.id === null ? 'true' : `${table.id} <= '${watermark}'` })),
  );
  const parts = move.tables
    .filter((it) => (sizes.get(it.name) ?? 0) > 0 || !large.includes(it))
    .map((table) => ({ table, where: large.includes(table) ? behind(table, watermark) : 'true' }));
  return { parts, rows: [...sizes.values()].reduce((sum, it) => sum + it, 0) };
}

/** Selects nothing from a large table without ids: its rows were compared before the pause, and later changes are replicated. */
const behind = ({ id }: MovedTable, watermark: string): string =>
  id === null ? 'false' : `${id} > '${watermark}'`;

/** @throws MoveRefusal if rows differ. Call it while nothing changes them. */
export async function compareInPause(move: Move, { parts }: Remainder): Promise<void> {
  const different = await differing(move, [...parts, organizationPart(move)]);
  if (different.length > 0) throw differ(different);
}

function differ(different: readonly Part[]): MoveRefusal {
  return new MoveRefusal(
    `The rows of the two databases differ in ${different.map((it) => it.table.name).join(', ')}.`,
    'The source goes on as before. Run the command with --abort, then move again; report it if it happens twice.',
  );
}

async function compareUntilEqual(move: Move, parts: readonly Part[]): Promise<void> {
  let left = parts;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === TRIES) throw differ(left);
    await follow(move);
    left = await differing(move, left);
  }
}

async function differing({ source, target, organizationId }: Move, parts: readonly Part[]): Promise<Part[]> {
  const [ours, theirs] = await Promise.all([
    sumsOf(source, organizationId, parts),
    sumsOf(target, organizationId, parts),
  ]);
  return parts.filter((it) => ours.get(it.table.name) !== theirs.get(it.table.name));
}

/** The organization itself, whose key is its id. */
const organizationPart = ({ organizationColumns }: Move): Part => ({
  table: { name: 'organizations', id: 'id', columns: organizationColumns },
  where: 'true',
});

/** One statement, for one round trip. */
async function sumsOf(side: Side, organizationId: string, parts: readonly Part[]): Promise<Sums> {
  if (parts.length === 0) return new Map();
  const rows = await side.rows<{ name: string; sum: string }>(
    parts.map((it) => sumOf(it, organizationId)).join(' UNION ALL '),
  );
  return new Map(rows.map((it) => [it.name, it.sum]));
}

function sumOf({ table, where }: Part, organizationId: string): string {
  const key = table.name === 'organizations' ? 'id' : 'organization_id';
  const row = table.columns.map((it) => `it.${it}`).join(', ');
  return `
    SELECT '${table.name}' AS name, concat(count(*), ' ', sum(hashtextextended(ROW(${row})::text, 0))) AS sum
      FROM ${table.name} AS it WHERE ${key} = '${organizationId}' AND ${where}`;
}

async function sizesOf({ source, organizationId, tables }: Move): Promise<ReadonlyMap<string, number>> {
  const counts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*)::int AS n FROM ${name} WHERE organization_id = '${organizationId}'`,
  );
  const rows = await source.rows<{ name: string; n: number }>(counts.join(' UNION ALL '));
  return new Map(rows.map((it) => [it.name, it.n]));
}

/** Returns the greatest UUIDv7 of a while ago. */
async function watermarkOf(side: Side): Promise<string> {
  const { ms } = await side.row<{ ms: string }>(
    'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS ms',
  );
  const hex = (Number(ms) - MARGIN_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7fff-bfff-ffffffffffff`;
}
