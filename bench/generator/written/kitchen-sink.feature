Feature: Kitchen sink

  Background:
    Given I am on the home page

  Scenario: The start page
    Then the page title is "Cypress.io: Kitchen Sink"
    And I should see the heading "Kitchen Sink"

  Scenario: Add a todo
    Given I open "/todo.html"
    When I enter "Water the plants" into "What needs to be done?"
    And I press Enter
    Then I should see "Water the plants"
    And I should see "3 items left"

  Scenario: Finish a todo
    Given I open "/todo.html"
    When I tick the checkbox of "Walk the dog"
    And I click "Completed"
    Then I should see "Walk the dog"
    And I should not see "Pay electric bill"

  Scenario: Type an address
    Given I open "/commands/actions.html"
    When I enter "fake@email.com" into the "Email address" field
    Then the "Email address" field contains "fake@email.com"

  Scenario: A field that is switched off
    Given I open "/commands/actions.html"
    Then the "Disabled Textarea" field is disabled

  Scenario: A pop-over
    Given I open "/commands/actions.html"
    When I click "Click to toggle popover"
    Then I should see "This popover shows up on click"

  Scenario: Five cats
    Given I open "/commands/traversal.html"
    Then I should see "siamese"
    And I should see "sphynx"
    And I should not see "labrador"

  Scenario: Another heading than there is
    Given I open "/commands/window.html"
    Then I should see the heading "Doors"

  Scenario: Choose a fruit
    Given I open "/commands/actions.html"
    When I select "bananas" from the fruit basket
    Then I should see "bananas"

  Scenario: The menu of commands
    When I click "Commands"
    Then I should see "Querying"
