import { chromium, type Browser, type Page } from 'playwright-core';
import { isInstalled } from './installed';

const COMMAND = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** Returns whether Chromium is installed. */
export const hasChromium = (): boolean => isInstalled(COMMAND, 'chromium');

/** Starts Debian's Chromium. The sandbox needs privileges that containers lack; the browser opens only our own page. */
export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: COMMAND, args: ['--no-sandbox', '--disable-dev-shm-usage'] });

/** Chromium's own line for a response with an error status, which the page has asked for. */
const ERROR_STATUS = /^Failed to load resource: the server responded with a status of 4\d\d /;

/** Returns a list to which the page's errors are added: in the console, uncaught, and violations of its CSP. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !ERROR_STATUS.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}
