import { parseArgs } from 'node:util';
import { validate } from 'uuid';

const USAGE = `Usage: npm run organization:move -- --organization ID --to URL [--at URL] [--from URL] [--check | --abort]

Moves an organization from this cell to another one, while it is in use (docs/scaling.md#moving-an-organization). A command
that was interrupted is continued by the same command.

  --organization  id of the organization
  --to            postgres:// URL of the target's database, of a login that may subscribe
  --at            base URL of the service there, which requests are sent to (default: CELL_URL of the target)
  --from          postgres:// URL of this cell's database, by which the target reaches it too
                  (default: MIGRATION_DATABASE_URL, then DATABASE_URL)
  --check         check everything that a move needs, and change nothing
  --abort         undo a move that has not switched yet`;

const USAGE_EXIT_CODE = 2;

/** What the command line says. */
export interface Options {
  readonly organizationId: string;
  readonly to: string;
  readonly at: string | undefined;
  readonly from: string | undefined;
  readonly check: boolean;
  readonly abort: boolean;
}

/** Returns the options. Prints the usage for `--help`, and ends the process with an error for options that make no sense. */
export function readOptions(args: string[]): Options {
  try {
    return parsed(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${USAGE}\n`);
    return process.exit(USAGE_EXIT_CODE);
  }
}

function parsed(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: { organization: text, to: text, at: text, from: text, check: flag, abort: flag, help: flag },
  });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit();
  }
  const { organization = '', to = '', at, from, check, abort } = values;
  if (!validate(organization)) throw new Error('--organization must be the id of an organization.');
  for (const [name, url] of Object.entries({ to, from })) {
    if (url !== undefined && !/^postgres(ql)?:\/\//.test(url))
      throw new Error(`--${name} must be a postgres:// URL.`);
  }
  if (at !== undefined && !/^https?:\/\/[^/]/.test(at))
    throw new Error('--at must be an http:// or https:// URL.');
  if (check && abort) throw new Error('--check and --abort exclude each other.');
  return { organizationId: organization.toLowerCase(), to, at: at?.replace(/\/+$/, ''), from, check, abort };
}
