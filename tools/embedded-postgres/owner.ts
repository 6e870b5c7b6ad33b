import type { Client } from 'pg';
import { OWNER, SUPERUSER, passwordOf, type Cluster } from './cluster';

export const DATABASE = 'billing';
/** Key of the advisory lock under which one process at a time establishes the owner. */
const ESTABLISHING = 7_103_222;

/**
 * Creates the owner and its database, as the superuser. In a cluster of an earlier release, in which the superuser owned
 * everything, the owner takes it over. Log-in comes last: a crash before it leaves everything to the next start.
 *
 * @param connect opens a connection of the superuser to a database
 */
export async function establishOwner(
  connect: (database: string) => Promise<Client>,
  cluster: Cluster,
): Promise<void> {
  const server = await connect('postgres');
  try {
    await server.query(`SELECT pg_advisory_lock(${ESTABLISHING})`);
    await server.query(CREATE_OWNER);
    const found = await server.query(`SELECT FROM pg_database WHERE datname = '${DATABASE}'`);
    if (found.rowCount === 0) await server.query(`CREATE DATABASE ${DATABASE}`);
    const database = await connect(DATABASE);
    try {
      await database.query(HAND_OVER);
    } finally {
      await database.end();
    }
    await server.query(`ALTER DATABASE ${DATABASE} OWNER TO ${OWNER}`);
    await server.query(`ALTER ROLE ${OWNER} LOGIN PASSWORD '${passwordOf(cluster, OWNER)}'`);
  } finally {
    await server.end();
  }
}

/** It creates the roles of its database; as no superuser it cannot reach files and programs. */
const CREATE_OWNER = `
  DO $$ BEGIN
    IF to_regrole('${OWNER}') IS NULL THEN
      CREATE ROLE ${OWNER} NOLOGIN CREATEROLE;
    END IF;
  END $$`;

/** REASSIGN OWNED refuses the superuser that initdb made. Sequences of columns and indexes follow their tables. */
const HAND_OVER = `
  DO $$
  DECLARE
    statement text;
  BEGIN
    FOR statement IN
      SELECT format('ALTER TABLE %s OWNER TO ${OWNER}', t.oid::regclass) FROM pg_class AS t
       WHERE relkind IN ('r', 'p', 'v', 'm') AND relnamespace = 'public'::regnamespace
         AND relowner = '${SUPERUSER}'::regrole
      UNION ALL
      SELECT format('ALTER SEQUENCE %s OWNER TO ${OWNER}', s.oid::regclass) FROM pg_class AS s
       WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace AND relowner = '${SUPERUSER}'::regrole
         AND NOT EXISTS (SELECT FROM pg_depend
                          WHERE classid = 'pg_class'::regclass AND objid = s.oid AND deptype IN ('a', 'i'))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${OWNER}', oid::regprocedure) FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND proowner = '${SUPERUSER}'::regrole
    LOOP
      EXECUTE statement;
    END LOOP;
  END $$`;
