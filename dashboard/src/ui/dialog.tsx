import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useRefresh } from '../api/hooks';
import { messageOf } from '../lib/errors';
import { Button } from './button';
import { cx } from './cx';
import { ErrorNote } from './empty';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  /** A dialog that must be answered has no close button and ignores Escape. */
  isMandatory?: boolean;
}

/**
 * A modal dialog by the browser's own element: it holds the focus, hides the page from screen readers, and needs no
 * styles in the page. Render it only while it is open.
 */
export function Dialog({ title, onClose, children, wide = false, isMandatory = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const { current: dialog } = ref;
    const opener = document.activeElement;
    dialog?.showModal();
    // The browser would focus the close button, which comes first.
    dialog?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus();
    return () => {
      dialog?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isMandatory) onClose();
      }}
      className={cx(
        'm-auto max-h-[90dvh] w-full overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-xl max-sm:mb-0 max-sm:max-w-full max-sm:rounded-b-none',
        wide ? 'max-w-3xl' : 'max-w-lg',
      )}
    >
      <div className="mb-4 flex items-start justify-between gap-4">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {!isMandatory && (
          <Button kind="quiet" aria-label="Close" onClick={onClose} className="-mt-1 -mr-2 px-2">
            <X size={18} aria-hidden />
          </Button>
        )}
      </div>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** What happens, in a sentence. */
  children: ReactNode;
  action: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  kind?: 'danger' | 'primary';
  /** What the button says that changes nothing. */
  dismiss?: string;
}

/** Asks before a change that cannot be undone, shows the API's refusal, and reads again what is shown. */
export function Confirm(props: ConfirmProps) {
  const { title, children, action, onConfirm, onClose, kind = 'danger', dismiss = 'Cancel' } = props;
  const refresh = useRefresh();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = () => {
    setBusy(true);
    setError(null);
    onConfirm()
      .then(refresh)
      .then(onClose)
      .catch((reason: unknown) => {
        setError(messageOf(reason));
        setBusy(false);
      });
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="text-muted">{children}</div>
      {error !== null && <ErrorNote className="mt-4">{error}</ErrorNote>}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{dismiss}</Button>
        <Button kind={kind} busy={busy} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
