import { signIn } from '../api/session';
import type { Field } from '../ui/form/fields';
import { Form } from '../ui/form/form';

const FIELDS: readonly Field[] = [
  {
    name: 'api_key',
    label: 'API key',
    kind: 'password',
    required: true,
    placeholder: 'svc_live_…',
    help: 'The browser keeps no copy of the key: it gets a session that ends after 30 minutes without use.',
  },
];

/** Signs in with an API key. */
export function SignInForm({ onDone }: { onDone?: () => void }) {
  return (
    <Form
      fields={FIELDS}
      submit="Sign in"
      send={({ api_key: key }) => signIn(typeof key === 'string' ? key : '')}
      onDone={onDone}
    />
  );
}
