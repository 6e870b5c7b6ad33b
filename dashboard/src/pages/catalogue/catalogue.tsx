import type { ItemOf, ListPath } from '@billing-service/sdk';
import { useState, type ReactNode } from 'react';
import { change, type PathWith } from '../../api/client';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { EditRecord } from '../../forms/edit-record';
import type { FieldSpec } from '../../forms/fields';
import { Button, Card, Confirm, Empty, ListView, Menu, MenuItem, Page, toast, type Column } from '../../ui';

type Row = Readonly<{ id: string; name: string }>;

interface CatalogueProps<Path extends ListPath & PathWith<'post'>> {
  title: string;
  /** One of them, with its article: `a tax`. */
  one: string;
  path: Path;
  recordPath: PathWith<'get'> & PathWith<'put'> & PathWith<'delete'>;
  scope: string;
  fields: readonly FieldSpec[];
  /** Names of fields that cannot change. */
  fixed: readonly string[];
  defaults?: Readonly<Record<string, unknown>>;
  columns: readonly Column<ItemOf<Path>>[];
  /** What it is for. */
  lesson: ReactNode;
}

type Dialog = { kind: 'add' } | { kind: 'edit' | 'delete'; row: Row } | null;

/** A list of simple records, with forms to add, edit and delete them. */
export function Catalogue<Path extends ListPath & PathWith<'post'>>(props: CatalogueProps<Path>) {
  const { title, one, path, scope, columns, lesson } = props;
  const [dialog, setDialog] = useState<Dialog>(null);
  const mayWrite = useScope(scope);
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setDialog({ kind: 'add' })}>
      Add {one}
    </Button>
  );
  const actions: Column<ItemOf<Path>> = {
    title: 'Action',
    cell: (it) => (
      <Menu label="Actions">
        <MenuItem onSelect={() => setDialog({ kind: 'edit', row: it as Row })}>Edit</MenuItem>
        <MenuItem isDangerous onSelect={() => setDialog({ kind: 'delete', row: it as Row })}>
          Delete
        </MenuItem>
      </Menu>
    ),
  };
  return (
    <Page title={title} actions={add}>
      <Card padded={false}>
        <ListView
          label={title}
          path={path}
          columns={mayWrite ? [...columns, actions] : columns}
          empty={
            <Empty title={`No ${title.toLowerCase()} yet`} action={add}>
              {lesson}
            </Empty>
          }
        />
      </Card>
      <Dialogs {...props} dialog={dialog} close={() => setDialog(null)} />
    </Page>
  );
}

type DialogsProps<Path extends ListPath & PathWith<'post'>> = CatalogueProps<Path> & {
  dialog: Dialog;
  close: () => void;
};

function Dialogs<Path extends ListPath & PathWith<'post'>>({ dialog, close, ...props }: DialogsProps<Path>) {
  const { one, path, recordPath, fields, fixed, defaults } = props;
  if (dialog === null) return null;
  if (dialog.kind === 'add') {
    return (
      <EditDialog
        title={`Add ${one}`}
        fields={fields}
        record={defaults}
        action="Add"
        onSubmit={(body) => change('post', path, { body })}
        onClose={close}
      />
    );
  }
  const { row } = dialog;
  const values = { id: row.id };
  if (dialog.kind === 'edit') {
    return (
      <EditRecord
        title={`Edit ${row.name}`}
        path={recordPath}
        values={values}
        fields={fields.map((it) => (fixed.includes(it.name) ? { ...it, readOnly: true } : it))}
        onClose={close}
      />
    );
  }
  return (
    <Confirm
      title={`Delete ${row.name}?`}
      action="Delete"
      onClose={close}
      onConfirm={async () => {
        await change('delete', recordPath, { path: values });
        toast(`${row.name} has been deleted.`);
      }}
    >
      What has been billed stays as it is. What is in use cannot be deleted.
    </Confirm>
  );
}
