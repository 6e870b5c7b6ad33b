/** Returns a copy without undefined fields, such as the fields that an update leaves unchanged. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
