import type { Side } from './side';
import type { Finding } from './refusal';
import { rightsMissingAtSource, rightsMissingAtTarget } from './rights';

/** The result of checking one requirement of a move. */
export interface Check {
  readonly name: string;
  /** Null: it is as it must be. */
  readonly refusal: Finding;
}

/** The two databases, and the organization that is to move. */
export interface Compared {
  readonly source: Side;
  readonly target: Side;
  readonly organizationId: string;
}

const finding = (problem: string, remedy: string): Finding => ({ problem, remedy });

/** PostgreSQL 15: the first with row filters. */
const OLDEST_VERSION = 150_000;
/** Replication slots that a move needs: its own, and one for each table that is being copied. */
const SLOTS = 3;

/** Every check, in the order in which they are shown. None of them changes anything. */
const CHECKS: Readonly<Record<string, (compared: Compared) => Promise<Finding>>> = {
  'PostgreSQL versions': checkVersions,
  'another database': checkOther,
  'primary servers': checkPrimaries,
  'version of the schema': checkSchema,
  'organization here': checkSourceState,
  'organization not there': checkTargetState,
  'encryption keys': checkKeys,
  'test clock': checkClock,
  'write-ahead log': checkWalLevel,
  'keys of the tables': checkKeysOfTables,
  'rights in the source': async ({ source }) => rightsMissingAtSource(source),
  'rights in the target': async ({ target }) => rightsMissingAtTarget(target),
  'replication slots': checkSlots,
  'replication workers': checkWorkers,
};

/** Runs every check, even after a refusal. A check that throws counts as a refusal. */
export async function checkAll(compared: Compared): Promise<Check[]> {
  const checks: Check[] = [];
  for (const [name, check] of Object.entries(CHECKS)) {
    const refusal = await check(compared).catch((error: unknown) =>
      finding(
        `It could not be checked: ${(error as Error).message}.`,
        'Correct what is above, then check again.',
      ),
    );
    checks.push({ name, refusal });
  }
  return checks;
}

/** Returns what identifies a database: the number of its system, and its own. */
export async function identityOf(side: Side): Promise<string> {
  const { identity } = await side.row<{ identity: string }>(
    `SELECT system_identifier || '/' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS identity
       FROM pg_control_system()`,
  );
  return identity;
}

async function checkVersions({ source, target }: Compared): Promise<Finding> {
  for (const side of [source, target]) {
    const { version } = await side.row<{ version: number }>(
      `SELECT current_setting('server_version_num')::int AS version`,
    );
    if (version < OLDEST_VERSION) {
      return finding(`The ${side.name} is older than PostgreSQL 15.`, 'Upgrade it first.');
    }
  }
  return null;
}

async function checkOther({ source, target }: Compared): Promise<Finding> {
  if ((await identityOf(source)) !== (await identityOf(target))) return null;
  return finding('The target is the source itself.', 'Give --to the database of another cell.');
}

async function checkPrimaries({ source, target }: Compared): Promise<Finding> {
  for (const side of [source, target]) {
    const { standby } = await side.row<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (standby) return finding(`The ${side.name} is a standby.`, 'Give the URL of its primary.');
  }
  return null;
}

const SCHEMA = `
  SELECT array_agg(name ORDER BY name) AS migrations,
         (SELECT md5(string_agg(concat_ws(' ', table_name, column_name, data_type), ',' ORDER BY table_name, column_name))
            FROM information_schema.columns AS c JOIN pg_class AS t ON t.oid = to_regclass(quote_ident(table_name))
           WHERE table_schema = current_schema() AND NOT t.relispartition) AS columns
    FROM migrations`;

async function checkSchema({ source, target }: Compared): Promise<Finding> {
  const [ours, theirs] = await Promise.all(
    [source, target].map((it) => it.row<{ migrations: string[]; columns: string }>(SCHEMA)),
  );
  const lacking = (from: string[] = [], others: string[] = []) => others.filter((it) => !from.includes(it));
  const atTarget = lacking(theirs?.migrations, ours?.migrations);
  const atSource = lacking(ours?.migrations, theirs?.migrations);
  const remedy = 'Run the same release in both cells, and "npm run migrate" in each.';
  if (atTarget.length > 0) return finding(`The target lacks ${atTarget.join(', ')}.`, remedy);
  if (atSource.length > 0) return finding(`The source lacks ${atSource.join(', ')}.`, remedy);
  return ours?.columns === theirs?.columns ? null : finding('The columns of the tables differ.', remedy);
}

interface Placed {
  state: string;
  movedTo: string | null;
  status: string;
}

const PLACE = `SELECT cell_state AS state, moved_to AS "movedTo", status FROM organizations WHERE id = $1`;

async function checkSourceState({ source, organizationId }: Compared): Promise<Finding> {
  const [found] = await source.rows<Placed>(PLACE, [organizationId]);
  if (found === undefined)
    return finding('The source has no such organization.', 'Check the id, and run the command in its cell.');
  if (found.status === 'deleting')
    return finding('The organization is being deleted.', 'Wait until it is gone; there is nothing to move.');
  if (found.state === 'moved') {
    return finding(
      `The organization has moved to ${found.movedTo ?? 'another cell'}.`,
      'Run the command in the cell that has it.',
    );
  }
  if (found.state !== 'arriving') return null;
  return finding('The organization is arriving in the source.', 'Finish that move first, or abort it there.');
}

async function checkTargetState({ target, organizationId }: Compared): Promise<Finding> {
  const [found] = await target.rows<Placed>(PLACE, [organizationId]);
  if (found === undefined || found.state === 'moved') return null;
  return finding(
    `The target has the organization already (${found.state}).`,
    found.state === 'arriving'
      ? 'A move that the source knows is continued by the same command; else delete its rows there.'
      : 'It lives there: there is nothing to move.',
  );
}

async function checkKeys({ source, target }: Compared): Promise<Finding> {
  const keys = async (side: Side) =>
    (await side.rows<{ ids: string[] }>('SELECT encryption_key_ids AS ids FROM cell'))[0]?.ids;
  const [ours, theirs] = [await keys(source), await keys(target)];
  if (ours === undefined || theirs === undefined) {
    const name = ours === undefined ? source.name : target.name;
    return finding(
      `No process of this release has told the encryption keys of the ${name}.`,
      'Start the service there, then check again.',
    );
  }
  const lacking = ours.filter((it) => !theirs.includes(it));
  if (lacking.length === 0) return null;
  return finding(
    `ENCRYPTION_KEYS of the target lack the keys ${lacking.join(', ')} of the source.`,
    'Add them there behind its own, and restart its processes; or "npm run rekey" in the source after a change of its keys.',
  );
}

async function checkClock({ source, target }: Compared): Promise<Finding> {
  const clock = async (side: Side) =>
    (await side.rows<{ now: string }>('SELECT now::text FROM test_clock'))[0]?.now ?? null;
  const [ours, theirs] = [await clock(source), await clock(target)];
  if (ours === theirs) return null;
  const shown = (it: string | null) => (it === null ? 'real time' : `a test clock at ${it}`);
  return finding(
    `The source has ${shown(ours)}, the target ${shown(theirs)}.`,
    'Move the clock that is behind to the same instant; an organization of a test clock cannot go to real time.',
  );
}

async function checkWalLevel({ source }: Compared): Promise<Finding> {
  const { level } = await source.row<{ level: string }>(`SELECT current_setting('wal_level') AS level`);
  if (level === 'logical') return null;
  return finding(
    `wal_level of the source is ${level}.`,
    'Set wal_level = logical there, and restart PostgreSQL.',
  );
}

/** A row filter on what is no part of the replica identity would make updates of all organizations fail. */
async function checkKeysOfTables({ source }: Compared): Promise<Finding> {
  const rows = await source.rows<{ name: string }>(
    `SELECT t.relname::text AS name FROM pg_class AS t
       JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attname = 'organization_id' AND NOT a.attisdropped
      WHERE t.relkind IN ('r', 'p') AND t.relnamespace = current_schema()::regnamespace
        AND (t.relreplident <> 'd' OR NOT EXISTS (
               SELECT FROM pg_index AS i WHERE i.indrelid = t.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)))`,
  );
  if (rows.length === 0) return null;
  const names = rows.map((it) => it.name).join(', ');
  return finding(
    `Primary keys without organization_id, or another replica identity: ${names}.`,
    'Give these tables a primary key that begins with it, as docs/decisions.md demands.',
  );
}

async function checkSlots({ source, target }: Compared): Promise<Finding> {
  const { slots, senders } = await source.row<{ slots: number; senders: number }>(
    `SELECT current_setting('max_replication_slots')::int - (SELECT count(*)::int FROM pg_replication_slots) AS slots,
            current_setting('max_wal_senders')::int - (SELECT count(*)::int FROM pg_stat_replication) AS senders`,
  );
  if (slots < SLOTS || senders < SLOTS) {
    return finding(
      `The source has ${slots} free replication slots and ${senders} WAL senders, and a move needs ${SLOTS} of each.`,
      'Raise max_replication_slots and max_wal_senders there, or drop slots that nobody reads.',
    );
  }
  const { origins } = await target.row<{ origins: number }>(
    `SELECT coalesce(current_setting('max_active_replication_origins', true), current_setting('max_replication_slots'))::int
            - (SELECT count(*)::int FROM pg_subscription) AS origins`,
  );
  if (origins >= SLOTS) return null;
  return finding(
    `The target can follow ${origins} more origins, and a move needs ${SLOTS}.`,
    'Raise max_replication_slots there (max_active_replication_origins from PostgreSQL 18 on).',
  );
}

async function checkWorkers({ target }: Compared): Promise<Finding> {
  const { workers } = await target.row<{ workers: number }>(
    `SELECT least(current_setting('max_logical_replication_workers')::int, current_setting('max_worker_processes')::int - 1)
            - (SELECT count(*)::int FROM pg_stat_subscription WHERE pid IS NOT NULL) AS workers`,
  );
  if (workers >= 2) return null;
  return finding(
    `The target has ${workers} free workers for logical replication, and a move needs 2.`,
    'Raise max_logical_replication_workers and max_worker_processes there.',
  );
}
