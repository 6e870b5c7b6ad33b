import { useState, type ReactNode } from 'react';
import { Button } from '../button';
import { Dialog } from '../dialog';
import type { Body, Field } from './fields';
import { Form } from './form';

interface Props<Result> {
  label: string;
  /** Title of the window; by default the label. */
  title?: string;
  look?: 'primary' | 'plain' | 'danger';
  description?: ReactNode;
  submit?: string;
  /** For a form with many or nested inputs. */
  isWide?: boolean;
  fields: readonly Field[];
  send: (body: Body) => Promise<Result>;
  onDone?: (result: Result) => void;
}

/** A button that opens a form in a window: for a new record, or an action with details. */
export function FormButton<Result>({
  label,
  title = label,
  look,
  description,
  submit = label,
  isWide = false,
  fields,
  send,
  onDone,
}: Props<Result>) {
  const [isOpen, setOpen] = useState(false);
  const done = (result: Result): void => {
    setOpen(false);
    onDone?.(result);
  };
  return (
    <>
      <Button look={look} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        title={title}
        description={description}
        isOpen={isOpen}
        isWide={isWide}
        onClose={() => setOpen(false)}
      >
        <Form fields={fields} submit={submit} send={send} onDone={done} />
      </Dialog>
    </>
  );
}
