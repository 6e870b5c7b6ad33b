/** A text that machines read, such as JSON; long ones scroll. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <pre
      role="region"
      aria-label={label}
      tabIndex={0} // keyboards scroll it
      className="max-h-[32rem] overflow-auto rounded-md bg-page p-3 break-words whitespace-pre-wrap"
    >
      {children}
    </pre>
  );
}
