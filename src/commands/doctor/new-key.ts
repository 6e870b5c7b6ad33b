import type { Config } from '../../platform/config/config';
import { KeyFileError } from '../../platform/secrets/encryption-key';
import { LostKeyError } from '../../platform/secrets/key-check';
import { acceptConfiguredKey } from '../../platform/secrets/lost-key-acceptance';
import type { SealedTable } from '../../platform/secrets/sealed-tables';
import { counted, type Report } from './report';
import { described } from './secret-check';

/** Accepts the configured key, and lists the secrets that are lost. */
export async function acceptNewKey(
  url: string,
  config: Config,
  tables: readonly SealedTable[],
  report: Report,
): Promise<void> {
  let [lost, responses] = [0, 0];
  try {
    const { source } = await acceptConfiguredKey(url, config, tables, (table, rows) => {
      if (table.lostAt === null) responses += rows.length;
      else {
        lost += rows.length;
        for (const row of rows) report.say(`Lost: ${described(table, row)}`);
      }
    });
    report.say(`The encryption key (${source}) is now the key of this database: the service can start.`);
    report.say(`${counted(lost, 'secret')} lost.${lost === 0 ? '' : ` ${NEXT}`}`);
    if (responses > 0) {
      report.say(
        `${counted(responses, 'stored response')} of idempotency keys cannot be read: for 24 hours, repetitions of these ` +
          'requests get 400.',
      );
    }
  } catch (error) {
    if (!(error instanceof LostKeyError || error instanceof KeyFileError)) throw error;
    report.warn(error.message);
  }
}

const NEXT =
  'Rotate each signing secret with POST /v1/webhook_endpoints/{id}/secret/rotate: its deliveries wait until then. Send each ' +
  'webhook secret again with PUT /v1/payment_providers/{provider}: notifications of the provider get 503 until then.';
