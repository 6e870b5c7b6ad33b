import { useQuery } from '@tanstack/react-query';
import { change, load, type PathWith } from '../api/client';
import { messageOf, type FieldErrors } from '../lib/errors';
import { Dialog } from '../ui/dialog';
import { ErrorNote, Loading } from '../ui/empty';
import { toast } from '../ui/toast';
import { EditDialog } from './edit-dialog';
import type { FieldSpec } from './fields';
import type { ReactNode } from 'react';

interface EditRecordProps {
  title: string;
  path: PathWith<'get'> & PathWith<'put'>;
  /** Values of the braces in the path. */
  values?: Readonly<Record<string, string>>;
  fields: readonly FieldSpec[];
  onClose: () => void;
  wide?: boolean;
  action?: string;
  /** Returns the values of the fields, where they are not those of the record itself. */
  valuesOf?: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Names of what holds the fields, whose errors they show. */
  ownFields?: readonly string[];
  /** Adds what the fields do not hold, given the record as it was read. */
  complete?: (
    body: Record<string, unknown>,
    record: Readonly<Record<string, unknown>>,
  ) => Record<string, unknown>;
  /** Parts of the form with inputs of their own. */
  extra?: (errors: FieldErrors) => ReactNode;
}

/**
 * Edits a record: reads it with its ETag when the form opens, and sends that as `If-Match`. Somebody who was slower is
 * told and can go on with the current state.
 */
export function EditRecord({
  title,
  path,
  values,
  fields,
  valuesOf,
  complete,
  action = 'Save',
  ...dialog
}: EditRecordProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['edit', path, values ?? {}],
    queryFn: ({ signal }) => load(path, { path: values, signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data === undefined) {
    return (
      <Dialog title={title} onClose={dialog.onClose}>
        {error === null ? <Loading /> : <ErrorNote>{messageOf(error)}</ErrorNote>}
      </Dialog>
    );
  }
  const record = data.body as Readonly<Record<string, unknown>>;
  return (
    <EditDialog
      {...dialog}
      title={title}
      fields={fields}
      record={valuesOf?.(record) ?? record}
      isChange
      action={action}
      onSubmit={(body) =>
        change('put', path, { path: values, body: complete?.(body, record) ?? body, etag: data.etag })
      }
      onSaved={() => toast('Saved.')}
      onReload={refetch}
    />
  );
}
