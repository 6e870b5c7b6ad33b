import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { cx } from './cx';

export type ButtonKind = 'primary' | 'secondary' | 'danger' | 'quiet';

const BASE =
  'inline-flex min-h-9 items-center justify-center gap-1.5 whitespace-nowrap rounded-[7px] px-3 text-sm font-medium no-underline transition-colors disabled:opacity-50';
const KINDS: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-accent text-white hover:bg-accent-strong',
  secondary: 'border border-line bg-surface text-ink hover:bg-raised',
  danger: 'border border-line bg-surface text-bad hover:bg-bad-soft',
  quiet: 'text-muted hover:bg-raised hover:text-ink',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  /** True while the action runs: the button stays where it is and cannot be pressed again. */
  busy?: boolean;
}

export function Button({ kind = 'secondary', busy = false, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
      className={cx(BASE, KINDS[kind], className)}
    />
  );
}

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: ButtonKind;
}

function Anchor({ kind = 'secondary', className, ...rest }: AnchorProps) {
  return <a {...rest} className={cx(BASE, KINDS[kind], className)} />;
}

/** A link to another page that looks like a button. */
export const LinkButton = createLink(Anchor);
