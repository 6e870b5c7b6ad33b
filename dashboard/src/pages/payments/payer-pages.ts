import { useQueryClient } from '@tanstack/react-query';
import type { FieldSpec } from '../../forms/fields';

const KEY = ['payer-pages'];

/** Where the payer goes after the page of a provider. */
export const PAYER_PAGE: FieldSpec = {
  kind: 'text',
  name: 'success_url',
  label: 'Page to return to',
  required: true,
  placeholder: 'https://www.example.com/thanks',
  hint: 'Of your own site, where the customer goes afterwards.',
};

interface PayerPages {
  /** What was last typed, for the next form, until the page of the dashboard is closed. */
  last: Readonly<Record<string, unknown>>;
  /** Completes the body of a request: who does not pay returns to the same page. */
  complete: (body: Record<string, unknown>) => Record<string, unknown>;
}

export function usePayerPages(): PayerPages {
  const client = useQueryClient();
  return {
    last: { success_url: client.getQueryData<string>(KEY) },
    complete: (body) => {
      client.setQueryData(KEY, body.success_url);
      return { ...body, cancel_url: body.success_url };
    },
  };
}
