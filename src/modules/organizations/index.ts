export { OrganizationsModule } from './organizations.module';
export { ORGANIZATION_FIELDS } from './organization-fields';
export { OrganizationsService, type CreatedOrganization } from './organizations.service';
export { assertMayRegister } from './admin-token.guard';
export { OrganizationDto, toOrganizationResponse } from './organization.dto';
