import { useState } from 'react';
import { Button } from './button';

/** A text with a button that copies it. */
export function Copyable({
  text,
  label,
  isHidden = false,
}: {
  text: string;
  label: string;
  isHidden?: boolean;
}) {
  return (
    <span className="flex items-center gap-2">
      <code className="min-w-0 rounded bg-page px-2 py-1 break-all">{isHidden ? '•'.repeat(12) : text}</code>
      <CopyButton text={text} label={label} />
    </span>
  );
}

/** Copies a text to the clipboard. */
export function CopyButton({
  text,
  label,
  children = 'Copy',
}: {
  text: string;
  label: string;
  children?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Button aria-label={`Copy ${label}`} onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? 'Copied' : children}</span>
    </Button>
  );
}
