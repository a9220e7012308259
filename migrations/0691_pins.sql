-- PINs of people: sealed, and nobody else's in the application, by a keyed digest that differs between applications.
alter table people.person add column pin_sealed bytea, add column pin_index bytea;
alter table people.person add constraint person_pin_found check ((pin_sealed is null) = (pin_index is null));
create unique index person_pin on people.person (app_id, pin_index) where pin_index is not null and deleted_at is null;
