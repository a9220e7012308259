-- How the doors of face terminals let people pass: settings that door controllers do not have.
alter table settings.door_setting
  add column contact boolean not null default true,
  add column means smallint not null default 0,
  add column interlock boolean not null default false,
  add column anti_passback boolean not null default false,
  add column first_opens boolean not null default false,
  add column fire_input boolean not null default true;
