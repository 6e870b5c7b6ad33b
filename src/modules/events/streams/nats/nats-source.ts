import type { UsageStreamSettings } from '../../../../platform/config/usage-stream-settings';
import type { UsageMessage, UsageSource } from '../usage-source';
import { NatsSession } from './nats-session';

/** Reads a NATS JetStream stream, whose subjects end in the id of an organization (docs/scaling.md#streams). */
export class NatsSource implements UsageSource {
  readonly name = 'nats';
  /** Shared by calls that overlap, because one took longer than its deadline. */
  private session: Promise<NatsSession> | null = null;

  constructor(private readonly settings: UsageStreamSettings) {}

  /** The first call, and one after a failure, only connects: it would take too long to wait for messages as well. */
  async fetch(limit: number): Promise<readonly UsageMessage[]> {
    const isOpen = this.session !== null;
    const session = (this.session ??= NatsSession.open(this.settings));
    try {
      const opened = await session;
      return isOpen ? await opened.fetch(limit) : [];
    } catch (error) {
      await this.drop(session);
      throw error;
    }
  }

  async lag(): Promise<number> {
    if (this.session === null) throw new Error('NATS is not connected');
    return (await this.session).lag();
  }

  async close(): Promise<void> {
    if (this.session !== null) await this.drop(this.session);
  }

  private async drop(session: Promise<NatsSession>): Promise<void> {
    if (this.session === session) this.session = null;
    const opened = await session.catch(() => null);
    await opened?.close();
  }
}
