/** Blocks everything that waits for `opened` until `open` is called. */
export interface Gate {
  opened: Promise<void>;
  open: () => void;
}

/** Returns a closed gate. */
export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
