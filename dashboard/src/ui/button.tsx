import type { ButtonHTMLAttributes, ReactNode } from 'react';

const LOOKS = {
  primary: 'bg-accent text-on-accent hover:opacity-90 border-transparent',
  plain: 'bg-panel hover:bg-accent-soft border-field',
  danger: 'bg-panel text-bad border-bad hover:bg-bad-soft',
} as const;

type Props = ButtonHTMLAttributes<HTMLButtonElement> & { look?: keyof typeof LOOKS; children: ReactNode };

export function Button({ look = 'plain', className = '', type = 'button', ...rest }: Props) {
  return (
    <button
      type={type}
      className={`inline-flex items-center gap-1.5 rounded-md border px-3 py-1.5 font-medium whitespace-nowrap disabled:opacity-60 ${LOOKS[look]} ${className}`}
      {...rest}
    />
  );
}
