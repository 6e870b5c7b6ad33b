import { useState, type ReactNode } from 'react';
import { useAction } from '../api/hooks';
import { Button } from './button';
import { Dialog } from './dialog';
import { Alert } from './layout';

interface Props<Result> {
  label: string;
  /** Says what will happen, and whether it can be undone. */
  children: ReactNode;
  look?: 'plain' | 'primary' | 'danger';
  act: () => Promise<Result>;
  onDone?: (result: Result) => void;
}

/** A button that asks before it acts. */
export function ConfirmButton<Result>({ label, children, look = 'plain', act, onDone }: Props<Result>) {
  const [isOpen, setOpen] = useState(false);
  const action = useAction<null, Result>(act);
  const open = (): void => {
    action.reset();
    setOpen(true);
  };
  const run = (): void => {
    action.mutate(null, {
      onSuccess: (result) => {
        setOpen(false);
        onDone?.(result);
      },
    });
  };
  return (
    <>
      <Button look={look} onClick={open}>
        {label}
      </Button>
      <Dialog title={label} description={children} isOpen={isOpen} onClose={() => setOpen(false)}>
        {action.error !== null && <Alert>{action.error.message}</Alert>}
        <div className="mt-3 flex gap-2">
          <Button look={look === 'plain' ? 'primary' : look} disabled={action.isPending} onClick={run}>
            {label}
          </Button>
          <Button onClick={() => setOpen(false)}>Back</Button>
        </div>
      </Dialog>
    </>
  );
}
