import { AnswerField } from '../../../platform/http/fields';
import type { CellOverview } from './cells.service';

const EXAMPLE = '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c';

export class CellCountsDto {
  @AnswerField({ description: 'Served here', type: 'integer', example: 41 }) active!: number;
  @AnswerField({ description: 'Moving here', type: 'integer', example: 0 }) arriving!: number;
  @AnswerField({ description: 'Moving away', type: 'integer', example: 0 }) leaving!: number;
  @AnswerField({ description: 'In another cell', type: 'integer', example: 1 }) moved!: number;
}

export class CellMoveDto {
  @AnswerField({ description: 'The organization', type: String, format: 'uuid', example: EXAMPLE })
  organization_id!: string;

  @AnswerField({ description: 'Base URL of the other cell', type: String, nullable: true, example: null })
  moved_to!: string | null;

  @AnswerField({ description: 'The last step that is done', type: String, example: 'copied' })
  step!: string;

  @AnswerField({ description: 'Why it has stopped', type: String, nullable: true, example: null })
  detail!: string | null;

  @AnswerField({
    description: 'When it began',
    type: String,
    format: 'date-time',
    example: '2026-01-01T00:00:00.000Z',
  })
  started_at!: string;
}

export class CellOverviewDto {
  @AnswerField({ description: 'The name in CELL', type: String, nullable: true, example: 'eu1' })
  name!: string | null;

  @AnswerField({ description: 'Their number by state', type: CellCountsDto }) organizations!: CellCountsDto;

  @AnswerField({ description: 'Moves out of it that are not done', type: [CellMoveDto] })
  moves!: CellMoveDto[];
}

export function toCellOverviewResponse({ name, organizations, moves }: CellOverview): CellOverviewDto {
  return {
    name,
    organizations,
    moves: moves.map((it) => ({
      organization_id: it.organizationId,
      moved_to: it.movedTo,
      step: it.step,
      detail: it.detail,
      started_at: it.startedAt.toISOString(),
    })),
  };
}
