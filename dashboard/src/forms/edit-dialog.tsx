import { useState } from 'react';
import { Dialog } from '../ui/dialog';
import { RecordForm, type RecordFormProps } from './record-form';

interface EditDialogProps extends Omit<RecordFormProps, 'onReload' | 'onDone' | 'onCancel'> {
  title: string;
  /** Closes the dialog; also after success, unless that leads elsewhere. */
  onClose: () => void;
  /** True if success leads to another dialog instead of closing this one. */
  staysOpen?: boolean;
  /** Called after success, before the dialog closes. */
  onSaved?: () => void;
  wide?: boolean;
  /** The record as it is now; the form goes on with it when somebody else was faster. */
  onReload?: () => Promise<unknown>;
}

/** A form in a dialog. */
export function EditDialog({
  title,
  onClose,
  onSaved,
  wide = false,
  staysOpen = false,
  onReload,
  ...form
}: EditDialogProps) {
  const [generation, setGeneration] = useState(0);
  const reload =
    onReload === undefined ? undefined : () => void onReload().then(() => setGeneration((it) => it + 1));
  return (
    <Dialog title={title} onClose={onClose} wide={wide}>
      <RecordForm
        key={generation}
        {...form}
        onCancel={onClose}
        onReload={reload}
        onDone={() => {
          onSaved?.();
          if (!staysOpen) onClose();
        }}
      />
    </Dialog>
  );
}
