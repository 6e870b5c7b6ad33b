import { fieldsPoint } from '../../platform/extensions';
import {
  CreatedOrganizationDto,
  CreateOrganizationDto,
  OrganizationDto,
  UpdateOrganizationDto,
} from './organization.dto';

/** Modules add fields of their own to organizations (docs/extending.md#fields-of-other-modules). */
export const ORGANIZATION_FIELDS = fieldsPoint('organization fields', {
  requests: [CreateOrganizationDto, UpdateOrganizationDto],
  responses: [CreatedOrganizationDto, OrganizationDto],
});
