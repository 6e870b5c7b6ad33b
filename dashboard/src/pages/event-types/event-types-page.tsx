import type { EventType } from '@billing-service/sdk';
import { useState, type ReactNode } from 'react';
import { useSchemas, type Schema } from '../../api/description';
import { billing } from '../../api/client';
import { useOnce } from '../../api/hooks';
import { CopyButton } from '../../ui/copyable';
import { Alert, Card, PageTitle } from '../../ui/layout';
import { exampleOf, standalone } from './example';

export function EventTypesPage() {
  const { data, error } = useOnce(['event types'], (signal) => billing.eventTypes.list({ signal }));
  const [text, setText] = useState('');
  const shown = (data ?? []).filter((it) =>
    `${it.webhook_type} ${it.description}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <>
      <PageTitle
        title="Event types"
        hint="Each event is sent to the webhook endpoints that have selected it."
      />
      {error !== null && <Alert>{error.message}</Alert>}
      <label className="mb-3 block max-w-xs">
        <span className="sr-only">Find an event type</span>
        <input
          type="search"
          placeholder="Find an event type"
          value={text}
          onChange={(it) => setText(it.target.value)}
        />
      </label>
      <div className="flex flex-col gap-4">
        {[...new Set(shown.map((it) => it.object_type))].map((objectType) => (
          <Card key={objectType} title={titleOf(objectType)}>
            <ul className="flex flex-col divide-y divide-line">
              {shown
                .filter((it) => it.object_type === objectType)
                .map((it) => (
                  <Kind key={it.webhook_type} of={it} />
                ))}
            </ul>
          </Card>
        ))}
        {data !== undefined && shown.length === 0 && (
          <p className="text-muted">No event type contains this text.</p>
        )}
      </div>
    </>
  );
}

function titleOf(objectType: string): string {
  const words = objectType.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a description with its code in backticks set as code. */
function described(text: string): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}

function Kind({ of: kind }: { of: EventType }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="py-2">
      <details onToggle={(it) => setOpen(it.currentTarget.open)}>
        <summary className="cursor-pointer">
          <code className="font-semibold">{kind.webhook_type}</code>{' '}
          <span className="text-muted">{described(kind.description)}</span>
        </summary>
        {isOpen && <Content of={kind} />}
      </details>
    </li>
  );
}

/** The example and the schema of an event type. */
function Content({ of: kind }: { of: EventType }) {
  const schemas = useSchemas();
  if (schemas === undefined) return <p className="mt-2 text-muted">Loading …</p>;
  const schema = kind.schema as Schema;
  const example = JSON.stringify(exampleOf(schema, schemas), null, 2);
  return (
    <div className="mt-2 flex flex-col gap-3">
      <Code title="Example" text={example} label={`Example of ${kind.webhook_type}`} />
      <details>
        <summary className="cursor-pointer font-medium">JSON Schema</summary>
        <Code
          text={JSON.stringify(standalone(schema, schemas), null, 2)}
          label={`JSON Schema of ${kind.webhook_type}`}
        />
      </details>
    </div>
  );
}

interface CodeProps {
  title?: string;
  text: string;
  label: string;
}

function Code({ title, text, label }: CodeProps) {
  return (
    <div className="mt-1">
      <div className="mb-1 flex items-center justify-between gap-3">
        <span className="font-medium">{title}</span>
        <CopyButton text={text} label={label} />
      </div>
      <pre
        role="region"
        aria-label={label}
        tabIndex={0} // keyboards scroll it
        className="max-h-96 overflow-auto rounded bg-page p-3"
      >
        {text}
      </pre>
    </div>
  );
}
