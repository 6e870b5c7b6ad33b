import { eventually } from './eventually';
import { scaled } from './fault-scale';
import type { Payer } from './race-payers';
import type { RaceStage } from './race-stage';

/** Past every window in which a provider may still take money: a checkout of a day, payments that are late by three. */
const WINDOWS_SECONDS = 5 * 24 * 60 * 60;
/** Past the deadline of a request: whoever sent it is dead. */
const UNDER_WAY = `interval '1 minute'`;
const SHORTEST_LOOK_MS = 2_000;
const LONGEST_LOOK_MS = 10_000;
/** Shorter, and two processes would go on to advance what the other one has just taken. */
const LOOK_MS_PER_ROW = 20;
const LINKS_AT_ONCE = 8;

/**
 * Moves providers and processes past every window in which an object of a provider may still take money, and waits until
 * nothing is open. Leases and polls go by the time of the database, which goes on: their rows are moved instead, while no
 * process runs. Whatever waits for a schedule is woken, as by the commit that makes it due. The captures are compared at
 * once instead of within the hour: they alone show money of which the notification was lost after its collection was over.
 */
export async function untilQuiet(stage: RaceStage): Promise<void> {
  await stage.control.call('DELETE', '/script');
  await stage.control.advance(WINDOWS_SECONDS);
  await stage.restartLater(WINDOWS_SECONDS, async () => {
    await stage.database.query(
      `UPDATE collections SET next_action_at = now(), requested_at = requested_at - ${UNDER_WAY},
              confirm_requested_at = confirm_requested_at - ${UNDER_WAY}
        WHERE next_action_at IS NOT NULL`,
    );
    await stage.database.query(
      `UPDATE refund_orders SET next_action_at = now(), requested_at = requested_at - ${UNDER_WAY}
        WHERE next_action_at IS NOT NULL`,
    );
    await stage.database.query('UPDATE capture_comparisons SET next_action_at = now()');
  });
  await untilNothingIsOpen(stage);
}

/** Waits until every refund and charge has ended, and every other collection has been read after its last change. */
export async function untilNothingIsOpen(stage: RaceStage): Promise<void> {
  const endsAt = performance.now() + scaled(240_000, 1_800_000);
  for (;;) {
    const open = await stillOpen(stage);
    if (open.length === 0) return;
    if (performance.now() > endsAt) throw new Error(`Still open: ${JSON.stringify(open.slice(0, 10))}`);
    for (const payer of stage.payers) await endLinks(payer);
    await makeDue(stage);
    const lookMs = Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, open.length * LOOK_MS_PER_ROW));
    const isQuiet = async (): Promise<true | null> => ((await stillOpen(stage)).length === 0 ? true : null);
    await eventually(isQuiet, lookMs).catch(() => undefined);
  }
}

/** A request of GoCardless that nobody pays never ends by itself. */
async function endLinks({ client }: Payer): Promise<void> {
  const { body } = await client.request('GET', '/v1/collections?kind=link&status=open&limit=1000');
  const links = Array.isArray(body) ? (body as { id: string }[]) : [];
  const endNext = async (): Promise<void> => {
    for (let link = links.pop(); link !== undefined; link = links.pop()) {
      await client.request('POST', `/v1/collections/${link.id}/cancel`, {});
    }
  };
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, endNext));
}

/** Whatever waits for its next poll is polled now. */
async function makeDue({ database }: RaceStage): Promise<void> {
  for (const table of ['collections', 'refund_orders']) {
    await database.query(
      `UPDATE ${table} SET next_action_at = now() WHERE next_action_at > now() + interval '1 second'`,
    );
  }
  await database.query(`SELECT pg_notify('due_work', '')`);
}

/** Returns what is not over, the collections with their last request to the provider. */
function stillOpen(stage: RaceStage): Promise<object[]> {
  return stage.database.query<object>(
    `SELECT provider, kind, status, provider_object_id, requested_at, confirm_requested_at, cancel_requested_at,
            next_action_at, polls, failure_code
       FROM collections WHERE next_action_at IS NOT NULL
     UNION ALL
     SELECT provider, 'refund', status, payment_id::text, requested_at, NULL, NULL, next_action_at, polls, failure_code
       FROM refund_orders WHERE next_action_at IS NOT NULL AND status <> 'succeeded'
     UNION ALL
     SELECT provider, 'comparison', NULL, NULL, NULL, NULL, NULL, next_action_at, 0, NULL
       FROM capture_comparisons WHERE next_action_at < now() + interval '30 minutes'
     UNION ALL
     SELECT NULL, 'scheduled charge', NULL, invoice_id::text, NULL, NULL, NULL, due_at, attempts, NULL
       FROM scheduled_charges WHERE due_at <= $1
     UNION ALL
     SELECT NULL, 'dunning', NULL, id::text, NULL, NULL, NULL, next_action_at, 0, NULL
       FROM payment_requests
      WHERE next_action_at <= $1 AND payment_status = 'pending' AND dunning_campaign_id IS NOT NULL`,
    [stage.now()],
  );
}
