import { versionOf } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { Alert } from '../layout';
import type { Body, Field } from './fields';
import { Form } from './form';

interface Props<Record extends object> {
  title: string;
  label?: string;
  /** Says what a change affects. */
  description?: ReactNode;
  /** For a form with many or nested inputs. */
  isWide?: boolean;
  fields: readonly Field[];
  /** Gets the record when the form opens. */
  load: () => Promise<Record>;
  /** Sends the change with the version of the record that the form shows. */
  send: (body: Body, options: { ifMatch: string | undefined }) => Promise<Record>;
}

/** A button that edits a record in a window. If somebody else has changed the record meanwhile, the change is refused. */
export function EditButton<Record extends object>({
  label = 'Edit',
  description,
  isWide = false,
  ...form
}: Props<Record>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      <Dialog
        title={form.title}
        description={description}
        isOpen={isOpen}
        isWide={isWide}
        onClose={() => setOpen(false)}
      >
        <EditForm {...form} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function EditForm<Record extends object>({
  fields,
  load,
  send,
  onDone,
}: Props<Record> & { onDone: () => void }) {
  const id = useId();
  const { data, error } = useQuery({
    queryKey: ['edited', id],
    queryFn: async () => {
      const record = await load();
      return { record, version: versionOf(record) };
    },
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) return <Alert>{error.message}</Alert>;
  if (data === undefined) return <p className="text-muted">Loading …</p>;
  return (
    <Form
      fields={fields}
      record={data.record}
      submit="Save"
      send={(body) => send(body, { ifMatch: data.version })}
      onDone={onDone}
    />
  );
}
