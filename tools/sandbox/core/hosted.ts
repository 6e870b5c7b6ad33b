import type { Answer, Request } from './http';
import { textAt } from './json';

/** A page of a provider on which a person pays or saves a method. */
export interface Hosted {
  readonly title: string;
  /** In the provider's unit; null where nothing is paid. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly status: string;
  readonly isOpen: boolean;
  readonly successUrl: string | null;
  readonly cancelUrl: string | null;
  /** Pays with a method that behaves so, and returns the status after. */
  readonly act: (behavior: string) => string;
}

const BUTTONS: readonly (readonly [behavior: string, label: string])[] = [
  ['succeed', 'Pay'],
  ['decline:generic_decline', 'Pay with a card that is declined'],
  ['decline:insufficient_funds', 'Pay without sufficient funds'],
  ['requires_action', 'Pay with a card that needs authentication'],
  ['processing', 'Pay by a bank that takes its time'],
  ['late_failure', 'Pay by a bank that refuses later'],
];

/**
 * Serves a hosted page: GET shows it with its buttons, POST pays. A form is led on to the success or cancel URL;
 * a request in JSON, `{"behavior": "decline:insufficient_funds"}`, gets the status after.
 */
export function serveHosted(request: Request, hosted: Hosted | null): Answer {
  if (hosted === null) return { status: 404, body: pageOf('This page does not exist', '') };
  if (request.method !== 'POST') return { status: 200, body: show(hosted) };
  const isForm = (request.headers['content-type'] ?? '').includes('form');
  if (!hosted.isOpen) {
    return isForm ? { status: 409, body: show(hosted) } : { status: 409, body: { status: hosted.status } };
  }
  const status = hosted.act(textAt(request.body, 'behavior') ?? 'succeed');
  if (!isForm) return { status: 200, body: { status } };
  const behavior = textAt(request.body, 'behavior') ?? '';
  const isDeclined = behavior.startsWith('decline');
  if (isDeclined || hosted.successUrl === null) return seeOther(request.path);
  return seeOther(hosted.successUrl);
}

const seeOther = (location: string): Answer => ({ status: 303, body: '', headers: { location } });

function show(hosted: Hosted): string {
  const due =
    hosted.amount === null ? '' : `<p class="due">${hosted.amount} ${escape(hosted.currency ?? '')}</p>`;
  const buttons = BUTTONS.map(
    ([behavior, label]) => `<button name="behavior" value="${behavior}">${escape(label)}</button>`,
  );
  const form = hosted.isOpen ? `<form method="post">${buttons.join('')}</form>` : '';
  const cancel = hosted.cancelUrl === null ? '' : `<p><a href="${escape(hosted.cancelUrl)}">Cancel</a></p>`;
  return pageOf(
    hosted.title,
    `${due}<p>Status: <strong>${escape(hosted.status)}</strong></p>${form}${cancel}`,
  );
}

const STYLE =
  'body{font:16px system-ui;max-width:26rem;margin:3rem auto;padding:0 1rem}button{display:block;width:100%;' +
  'margin:.5rem 0;padding:.7rem;font:inherit}.due{font-size:2rem}';

const pageOf = (title: string, content: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${STYLE}</style></head>` +
  `<body><h1>${escape(title)}</h1>${content}<p><small>Sandbox: no money moves.</small></p></body></html>`;

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
