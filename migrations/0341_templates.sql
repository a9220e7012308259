-- Applications and their scenarios hold templates: those lie with them, and people read them.
alter table people.template set schema applications;
alter table people.template_version set schema applications;
