import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useRefresh } from '../api/hooks';
import { fieldErrorsOf, isStale, messageOf, type FieldErrors } from '../lib/errors';
import { Button } from '../ui/button';
import { ErrorNote } from '../ui/empty';
import { InvalidInputError, toBody, toValues, type FieldSpec, type Values } from './fields';
import { Input } from './input';

export interface RecordFormProps {
  fields: readonly FieldSpec[];
  /** The record to change, or defaults of a new one. */
  record?: Readonly<Record<string, unknown>> | undefined;
  /** True if the record exists: then empty fields clear what they held. */
  isChange?: boolean;
  action: string;
  /** Sends the body. What it throws is shown beside the fields that it names. */
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
  onDone?: (() => void) | undefined;
  onCancel?: (() => void) | undefined;
  /** Reads the record again, after somebody else has changed it. */
  onReload?: (() => void) | undefined;
  /** More of the form, such as a preview of what was typed. */
  children?: (values: Values) => ReactNode;
  /** Parts of the form with inputs of their own, with the errors of their fields. */
  extra?: (errors: FieldErrors) => ReactNode;
  /** Names of the fields that those parts show the errors of. */
  ownFields?: readonly string[];
}

/** A form described by its fields. It keeps what was typed whatever happens, and shows the API's errors in place. */
export function RecordForm(props: RecordFormProps) {
  const {
    fields,
    record = {},
    isChange = false,
    action,
    children,
    extra,
    ownFields = [],
    onCancel,
    onReload,
  } = props;
  const [values, setValues] = useState(() => toValues(fields, record));
  const { errors, failure, busy, submit } = useSubmit(props, () => toBody(fields, values, isChange));
  const set = (name: string, value: string | boolean) => setValues((it) => ({ ...it, [name]: value }));
  const shown = fields.filter((it) => it.when?.(values) !== false);
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {shown.map((spec) => (
        <Input
          key={spec.name}
          spec={spec}
          values={values}
          error={errors[spec.name] ?? partsOf(errors, spec.name)}
          onChange={(value) => set(spec.name, value)}
        />
      ))}
      {extra?.(errors)}
      {children?.(values)}
      <Failure
        error={failure}
        known={[...shown.map((it) => it.name), ...ownFields]}
        errors={errors}
        onReload={onReload}
      />
      <div className="flex justify-end gap-2 pt-1">
        {onCancel !== undefined && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" kind="primary" busy={busy}>
          {action}
        </Button>
      </div>
    </form>
  );
}

interface Submission {
  errors: FieldErrors;
  failure: unknown;
  busy: boolean;
  submit: (event: SubmitEvent) => void;
}

function useSubmit({ onSubmit, onDone }: RecordFormProps, body: () => Record<string, unknown>): Submission {
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(body());
      await refresh();
      onDone?.();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void send();
  };
  const errors = failure instanceof InvalidInputError ? failure.fields : fieldErrorsOf(failure);
  return { errors, failure, busy, submit };
}

/** Returns an error in a part of a field, such as `tax_codes.0`. */
function partsOf(errors: FieldErrors, name: string): string | undefined {
  return Object.entries(errors).find(([field]) => field.startsWith(`${name}.`))?.[1];
}

interface FailureProps {
  error: unknown;
  known: readonly string[];
  errors: FieldErrors;
  onReload: (() => void) | undefined;
}

/** What the API said, and the errors of fields that the form does not show. */
function Failure({ error, known, errors, onReload }: FailureProps) {
  if (error === null) return null;
  if (isStale(error)) {
    return (
      <ErrorNote>
        <p>Somebody else has changed this since you opened it. Nothing has been overwritten.</p>
        {onReload !== undefined && (
          <Button className="mt-2" onClick={onReload}>
            Load the current state
          </Button>
        )}
      </ErrorNote>
    );
  }
  const others = Object.entries(errors).filter(([field]) => !known.includes(field.split('.')[0] ?? ''));
  return (
    <ErrorNote>
      <p>{messageOf(error)}</p>
      {others.map(([field, message]) => (
        <p key={field}>{message}</p>
      ))}
    </ErrorNote>
  );
}
