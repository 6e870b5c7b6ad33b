import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { useAction } from '../../api/hooks';
import { Button } from '../button';
import { Alert } from '../layout';
import { errorsOf, isErrorOf, refusalOf } from './errors';
import { bodyOf, initialValues, InputError, type Body, type Field, type Values } from './fields';
import { Input } from './input';

interface Props<Result> {
  fields: readonly Field[];
  /** The record that the form edits, as it was when the form opened. */
  record?: object;
  submit: string;
  /** Sends the request. */
  send: (body: Body) => Promise<Result>;
  onDone?: ((result: Result) => void) | undefined;
  /** Called with every change, for a preview. */
  onChange?: (values: Values) => void;
  /** Whether the form can be sent, if that depends on its children. */
  canSubmit?: boolean;
  children?: ReactNode;
}

/** A form of the API: shows its fields, sends the body, and shows errors beside the fields that they name. */
export function Form<Result>({ fields, record, submit, send, onDone, onChange, ...rest }: Props<Result>) {
  const [before] = useState(() => initialValues(fields, record));
  const [values, setValues] = useState(before);
  const [wrongInput, setWrongInput] = useState<InputError | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const action = useAction(send);
  const error = wrongInput ?? action.error;
  const shown = fields.filter((it) => it.when?.(values, values) !== false);
  const errors = errorsOf(error, shown);
  const refusal = refusalOf(error, shown);

  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    try {
      const body = bodyOf(fields, values, record === undefined ? null : before);
      setWrongInput(null);
      action.mutate(body, { onSuccess: (result) => onDone?.(result) });
    } catch (thrown) {
      if (!(thrown instanceof InputError)) throw thrown;
      setWrongInput(thrown);
    }
  };
  return (
    <form ref={form} onSubmit={onSubmit} noValidate className="flex flex-col gap-3">
      {refusal !== null && <Alert>{refusal}</Alert>}
      {shown.map((field) => (
        <Input
          key={field.name}
          field={field}
          values={values}
          form={values}
          errors={errors.filter((it) => isErrorOf(field, it))}
          onChange={(value) => {
            const next = { ...values, [field.name]: value };
            setValues(next);
            onChange?.(next);
          }}
        />
      ))}
      {rest.children}
      <div>
        <Button type="submit" look="primary" disabled={action.isPending || rest.canSubmit === false}>
          {action.isPending ? 'One moment …' : submit}
        </Button>
      </div>
    </form>
  );
}
