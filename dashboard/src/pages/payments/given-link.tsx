import type { ReactNode } from 'react';
import { Code, Copy } from '../../ui';

/** An address to hand to somebody else, and what it is. */
export function GivenLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <div className="space-y-3">
      <p className="text-muted">{children}</p>
      <p>
        <Code>{url}</Code>
      </p>
      <Copy text={url} label="Copy the link">
        Copy the link
      </Copy>
    </div>
  );
}
