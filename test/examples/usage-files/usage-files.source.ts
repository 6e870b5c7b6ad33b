import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { UsageMessage, UsageSource } from '../../../src/modules/events';

/** Reads files `<organization id>/<name>.json` of a folder. What is stored is deleted. */
@Injectable()
export class UsageFiles implements UsageSource {
  readonly name = 'files';
  private readonly seen = new Map<string, { deliveries: number; notBefore: number }>();

  async fetch(limit: number): Promise<UsageMessage[]> {
    const due = (await this.paths()).filter((it) => (this.seen.get(it)?.notBefore ?? 0) <= Date.now());
    return Promise.all(due.slice(0, limit).map((path) => this.messageOf(path)));
  }

  async lag(): Promise<number> {
    return (await this.paths()).length;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private get folder(): string {
    return process.env.USAGE_FOLDER ?? '/var/spool/usage';
  }

  private async paths(): Promise<string[]> {
    const paths = await readdir(this.folder, { recursive: true });
    return paths.filter((it) => it.endsWith('.json')).sort();
  }

  private async messageOf(path: string): Promise<UsageMessage> {
    const file = join(this.folder, path);
    const deliveries = (this.seen.get(path)?.deliveries ?? 0) + 1;
    const forget = async (): Promise<void> => {
      this.seen.delete(path);
      await rm(file, { force: true });
    };
    return {
      organizationId: dirname(path),
      body: await readFile(file),
      deliveries,
      accept: forget,
      retry: (delayMs) => {
        this.seen.set(path, { deliveries, notBefore: Date.now() + delayMs });
      },
      reject: async (rejections) => {
        const lines = rejections.map(({ body, errors }) =>
          JSON.stringify({ body: Buffer.from(body).toString(), errors }),
        );
        await writeFile(`${file}.rejected`, lines.join('\n'));
        await forget();
      },
    };
  }
}
