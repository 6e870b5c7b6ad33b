/** The part of linebreak 1.1.0 that is used here; the package has no types. */
declare module 'linebreak' {
  class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
  export = LineBreaker;
}
