import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Extensions } from '../../platform/extensions';
import { assertBlocks } from './blocks/assert-blocks';
import type { Block } from './blocks/block';
import type { DocumentContent } from './content';
import { INVOICE_DOCUMENT, type DocumentTemplate } from './template';
import { Words } from './words';

const NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** The templates of this installation, by name: the standard one, and those that modules register. */
@Injectable()
export class DocumentTemplates implements OnModuleInit {
  private readonly byName = new Map<string, DocumentTemplate>();

  constructor(private readonly extensions: Extensions) {}

  /** @throws Error for a name that is taken or not in snake_case. */
  onModuleInit(): void {
    for (const template of this.extensions.of(INVOICE_DOCUMENT)) {
      const { name } = template;
      if (!NAME.test(name))
        throw new Error(`"${name}" is not a valid name for a document template: use snake_case`);
      if (this.byName.has(name)) throw new Error(`A document template named "${name}" is already registered`);
      this.byName.set(name, template);
    }
  }

  /** Returns the names in the order of registration. */
  get names(): string[] {
    return [...this.byName.keys()];
  }

  /**
   * Returns the blocks of a document.
   *
   * @throws ExtensionFailedError if the template throws or returns no valid blocks; Error if it is no longer registered.
   */
  blocksOf(name: string, content: DocumentContent, words: Words): readonly Block[] {
    const template = this.byName.get(name);
    if (template === undefined) throw new Error(`The document template "${name}" is not registered`);
    return this.extensions.callSync(INVOICE_DOCUMENT, template, (it) => {
      const blocks = it.blocks(content, words);
      assertBlocks(blocks);
      return blocks;
    });
  }
}
