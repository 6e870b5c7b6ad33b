import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import type { Caller, Transaction } from '../../../platform/database/transactions';
import { AddressPolicy, OutboundClient } from '../../../platform/outbound';
import type { Environment, PaymentCollector } from '../collector-kit';
import type { CallRecord } from './call-record';
import type { CallSubject } from './call-subject';
import { ProviderCallLog } from './provider-call-log';
import { ProviderCircuits } from './provider-circuits';
import { StateCallRecord } from './state-call-record';
import { TrackedHttp } from './tracked-http';

/** From the start of a call of a collector to the end of its last request. */
export const CALL_DEADLINE_MS = 10_000;
const MAX_BODY_BYTES = 2 * 1024 * 1024;
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/**
 * The way to the APIs of payment providers (docs/payments.md#calls-of-providers): the guarded client, without redirects
 * and repetitions, with one deadline for each call of a collector, a circuit per connection, and a record of everything.
 */
@Injectable()
export class ProviderRequests implements OnApplicationShutdown {
  private readonly client: OutboundClient;

  constructor(
    private readonly log: ProviderCallLog,
    private readonly circuits: ProviderCircuits,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    const isReplaced = Object.keys(config.providerBaseUrls).length > 0;
    this.client = new OutboundClient({
      policy: new AddressPolicy(isReplaced ? LOOPBACK : []),
      deadlineMs: CALL_DEADLINE_MS,
      maxBodyBytes: MAX_BODY_BYTES,
      keepBodyChars: MAX_BODY_BYTES,
      userAgent: 'billing-service',
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  /** Returns where the API of a provider is: its own host, or that of PROVIDER_BASE_URLS. */
  baseUrlOf({ name, baseUrls }: PaymentCollector, environment: Environment): string {
    return this.config.providerBaseUrls[name] ?? baseUrls[environment];
  }

  /** Returns the record of a call that belongs to a state. @param open records that something is about to be sent */
  recordOf(caller: Caller, open: (tx: Transaction) => Promise<boolean>): StateCallRecord {
    return new StateCallRecord(this.log, caller, open);
  }

  /** Begins a call of a collector; all of its requests share the deadline. @param record of the call, if it has its own */
  begin(subject: CallSubject, record: CallRecord = this.log): TrackedHttp {
    const { client } = this;
    const circuit = this.circuits.of(subject.organizationId, subject.provider);
    return new TrackedHttp(subject, { client, record, circuit }, performance.now() + CALL_DEADLINE_MS);
  }
}
