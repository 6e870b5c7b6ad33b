import { Sandbox } from './sandbox';

/**
 * The process of `npm run sandbox`: SANDBOX_PORT (4009), SANDBOX_DIR (in memory), SANDBOX_BANK_DELAY_MS (500).
 * Loopback only; the service uses it through PROVIDER_BASE_URLS (docs/payments.md#sandbox).
 */
async function main(): Promise<void> {
  const {
    SANDBOX_PORT: port = '4009',
    SANDBOX_DIR: folder = '',
    SANDBOX_BANK_DELAY_MS: delay = '500',
  } = process.env;
  const options = { port: Number(port), folder: folder === '' ? null : folder, bankDelayMs: Number(delay) };
  const sandbox = await Sandbox.start(options);
  process.stdout.write(`Sandbox: ${sandbox.url}\nPROVIDER_BASE_URLS=${sandbox.baseUrls}\n`);
  const stop = (): void => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
