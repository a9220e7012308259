-- A logo is an uploaded picture, as a list of one like every file field.
alter table identity.brand drop column logo;
alter table identity.brand add column logo jsonb not null default '[]';
