import { useState } from 'react';
import { useRefresh } from '../api/hooks';
import { messageOf } from '../lib/errors';
import { toast } from './toast';

interface Action {
  busy: boolean;
  run: () => void;
}

/** Runs a change at the press of a button: tells the outcome, and reads again what is shown. */
export function useAction(change: () => Promise<unknown>, done: string): Action {
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const run = () => {
    setBusy(true);
    change()
      .then(refresh)
      .then(() => toast(done))
      .catch((error: unknown) => toast(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return { busy, run };
}
